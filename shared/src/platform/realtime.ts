import * as z from 'zod';
import {
  Block,
  Conversation,
  EditMessage,
  MarkRead,
  Message,
  SendMessage,
  Seq,
  Typing,
  UnsendMessage,
} from '../conversations/conversations.ts';
import { AnswerOffer, MakeOffer } from '../deals/offers.ts';
import { Listing } from '../items/listings.ts';
import { Match } from '../items/matches.ts';
import { Wanted } from '../items/wanted.ts';
import { NewNotice } from '../notifications/updates.ts';
import type { Problem } from './errors.ts';
import { Id } from './id.ts';
import { Instant } from './instant.ts';
import { DELIVERED_CONVERSATIONS_MAX, SYNC_CONVERSATIONS_MAX } from './limits.ts';
import type { Scope } from './scope.ts';

/** Counters per conversation: id → seq. */
const countersOf = (max: number) =>
  z.record(Id, Seq).refine((known) => Object.keys(known).length <= max, 'Too many conversations');
const Counters = countersOf(SYNC_CONVERSATIONS_MAX);

/** A delivery report: what has reached a device, read or not. */
export const Delivered = z.strictObject({
  conversations: countersOf(DELIVERED_CONVERSATIONS_MAX).meta({
    description: 'The seq of the last message of each on this device',
  }),
});
export type Delivered = z.output<typeof Delivered>;

/** The state of a client's conversations when it was last connected; the ack returns what it has missed. */
export const Sync = z.strictObject({
  conversations: Counters.meta({ description: 'The last seq, per conversation' }),
  changes: Counters.optional().meta({
    description:
      'The changeSeq up to which changed messages are known, for conversations with loaded messages',
  }),
  at: z.record(Id, Id).optional().meta({
    description: 'The id of the message with that last seq, if it is loaded',
  }),
  above: Instant.optional().meta({
    description:
      'For clients that have loaded only the top of the inbox: the time of the oldest message there, as received. Conversations not listed in `conversations` are sent only if not older than this and not archived. If omitted, all unlisted ones among the newest 1,000 are sent',
  }),
});
export type Sync = z.output<typeof Sync>;

export const Synced = z.object({
  conversations: z.array(Conversation),
  messages: z.array(Message),
  changes: z.record(Id, z.int().min(0)).meta({
    description: 'The changeSeq up to which it includes changed messages, for each requested conversation',
  }),
  undone: z.array(Id).meta({
    description:
      'Requested conversations that no longer exist, or where the client is ahead because an older backup was restored. Discard their local data and replace it with any entry in `conversations`',
  }),
  unreadNotices: z.int().optional().meta({ description: 'How many updates are unread, up to 100' }),
  complete: z.boolean().meta({ description: 'false: apply this reply, then sync again from the new state' }),
});
export type Synced = z.infer<typeof Synced>;

/** Requests of the client; each is answered by its ack. `scope`: that of the API keys which may send it; null for none. */
export const requests = {
  'message:send': { scope: 'chat', input: SendMessage, reply: z.object({ message: Message }) },
  'message:edit': { scope: 'chat', input: EditMessage, reply: z.object({ message: Message }) },
  'message:unsend': { scope: 'chat', input: UnsendMessage, reply: z.object({ message: Message }) },
  'offer:make': { scope: 'chat', input: MakeOffer, reply: z.object({ message: Message }) },
  'offer:answer': { scope: 'chat', input: AnswerOffer, reply: z.object({ message: Message }) },
  'conversation:read': { scope: 'chat', input: MarkRead, reply: z.object({ unread: z.int() }) },
  /** For clients that may have missed an `unread` event: the server emits it again, and the ack is empty. */
  'unread:count': { scope: 'chat', input: z.strictObject({}), reply: z.object({}) },
  /** Conversations of other members, and deliveries already known to the server, are ignored. */
  'conversation:delivered': { scope: 'chat', input: Delivered, reply: z.object({}) },
  /** Sent without requesting the ack: a typing event is soon outdated. */
  'conversation:typing': { scope: 'chat', input: Typing, reply: z.object({}) },
  sync: { scope: 'chat', input: Sync, reply: Synced },
  'session:renew': {
    scope: null,
    input: z.strictObject({ token: z.string().max(8_192) }),
    reply: z.object({ expiresAt: z.iso.datetime() }),
  },
} as const satisfies Record<string, { scope: Scope | null; input: z.ZodType; reply: z.ZodType }>;

/**
 * Why a socket is closed. Only after the first two may its client reconnect automatically, with a newer token.
 */
const END_REASONS = [
  'expired',
  'replaced',
  'signed_out',
  'password_changed',
  'suspended',
  'deleted',
  'token_reused',
  /** Of an API key: its owner has revoked it. */
  'revoked',
] as const;
export type EndReason = (typeof END_REASONS)[number];

export const SessionEnd = z.object({ reason: z.enum(END_REASONS).nullable() });
export type SessionEnd = z.infer<typeof SessionEnd>;

/** Events that the server pushes; the stored data they describe is committed first. */
export const events = {
  'message:new': z.object({ message: Message, conversation: Conversation }),
  'message:changed': z.object({ message: Message, conversation: Conversation }),
  'conversation:read': z.object({ conversationId: Id, userId: Id, seq: z.int() }),
  'conversation:delivered': z.object({ conversationId: Id, userId: Id, seq: z.int() }),
  'conversation:typing': Typing.extend({ userId: Id }),
  presence: z.object({ userId: Id, online: z.boolean() }),
  'conversation:changed': z.object({ conversation: Conversation }),
  unread: z.object({ count: z.int() }),
  'listing:new': z.object({ listing: Listing }),
  'listing:changed': z.object({ listing: Listing }),
  'listing:removed': z.object({ id: Id }),
  'listing:freed': z.object({ listing: Listing }),
  /** Members have joined or left the line of a listing that this member sells or waits for. */
  'line:changed': z.object({ listingId: Id }),
  /** This member has saved a listing, or no longer saves it. */
  'saved:changed': z.object({ listingId: Id, isSaved: z.boolean() }),
  /** This member's saved searches have changed, or found something. */
  'searches:changed': z.object({}),
  /** An import of this member has started, waits, or has ended. */
  'imports:changed': z.object({}),
  'wtb:new': z.object({ wtb: Wanted }),
  'wtb:changed': z.object({ wtb: Wanted }),
  'wtb:removed': z.object({ id: Id }),
  'person:removed': z.object({ id: Id }),
  /** An admin has warned this member: see `GET /api/warnings`. */
  'warning:new': z.object({ id: Id }),
  /** The member's own rights have changed: see `GET /api/auth/user`. */
  'user:changed': z.object({}),
  'block:changed': z.object({ userId: Id, block: Block }),
  'match:new': Match,
  'notice:new': NewNotice,
  /** The member has read these notices, in whichever tab. */
  'notice:read': z.object({ ids: z.array(Id), unread: z.int() }),
  'session:ended': z.object({ reason: z.enum(END_REASONS) }),
} as const;

/** The scope of the API keys whose sockets receive an event; null for none. */
export const EVENT_SCOPES = {
  'message:new': 'chat',
  'message:changed': 'chat',
  'conversation:read': 'chat',
  'conversation:delivered': 'chat',
  'conversation:typing': 'chat',
  presence: 'chat',
  'conversation:changed': 'chat',
  unread: 'chat',
  'listing:new': 'read',
  'listing:changed': 'read',
  'listing:removed': 'read',
  'listing:freed': 'read',
  'line:changed': 'read',
  'saved:changed': 'read',
  'searches:changed': 'read',
  'imports:changed': 'items',
  'wtb:new': 'read',
  'wtb:changed': 'read',
  'wtb:removed': 'read',
  'person:removed': 'read',
  'warning:new': null,
  'user:changed': null,
  'block:changed': null,
  'match:new': 'read',
  'notice:new': null,
  'notice:read': null,
  /** Sent to the socket that it closes, whatever its scopes. */
  'session:ended': null,
} as const satisfies Record<keyof typeof events, Scope | null>;

/** The events that visitors also receive. They reveal no more than the public pages do. */
const PUBLIC_EVENTS = [
  'listing:new',
  'listing:changed',
  'listing:removed',
  'wtb:new',
  'wtb:changed',
  'wtb:removed',
  'person:removed',
] as const satisfies readonly (keyof typeof events)[];
export type PublicEventName = (typeof PUBLIC_EVENTS)[number];

export type RequestName = keyof typeof requests;
/** A request's input as the client sends it, and as the server has parsed it. */
export type RequestBody<R extends RequestName> = z.input<(typeof requests)[R]['input']>;
export type RequestInput<R extends RequestName> = z.output<(typeof requests)[R]['input']>;
export type RequestReply<R extends RequestName> = z.output<(typeof requests)[R]['reply']>;
export type EventName = keyof typeof events;
export type EventPayload<F extends EventName> = z.output<(typeof events)[F]>;

export type Ack<T> = ({ ok: true } & T) | { ok: false; error: Problem };

export type ClientToServer = {
  [R in RequestName]: (
    input: z.input<(typeof requests)[R]['input']>,
    ack: (reply: Ack<RequestReply<R>>) => void,
  ) => void;
};
export type ServerToClient = { [F in EventName]: (event: EventPayload<F>) => void };
