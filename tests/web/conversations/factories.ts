import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { Ack, RequestInput, RequestName } from '@selvedge/shared/platform/realtime';
import type { OutgoingMessage } from '../../../web/src/conversations/store/outbox/outgoing-message.ts';
import type { Ports } from '../../../web/src/conversations/store/session/ports.ts';
import { memoryOutbox } from '../../support/contract/text-ports.ts';

export const ME = '01900000-0000-7000-8000-00000000000a';
export const OTHER = '01900000-0000-7000-8000-00000000000b';
export const C1 = '01900000-0000-7000-8000-0000000000c1';
const LISTING = '01900000-0000-7000-8000-0000000000d1';

const person = (id: string, username: string) => ({ id, username, profileImageUrl: null, isAdmin: false });
const time = (seq: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seq)).toISOString();

export const message = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: `01900000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
  seq,
  conversationId: C1,
  clientId: `01900000-0000-7000-9000-${String(seq).padStart(12, '0')}`,
  senderId: OTHER,
  sender: person(OTHER, 'odile'),
  messageType: 'text',
  content: `message ${seq}`,
  imageUrl: null,
  createdAt: time(seq),
  ...changes,
});

export const conversation = (lastSeq: number, changes: Partial<Conversation> = {}): Conversation => ({
  id: C1,
  buyerId: OTHER,
  sellerId: ME,
  listingId: LISTING,
  wtbListingId: null,
  isWTB: false,
  listing: null,
  wtbListing: null,
  buyer: person(OTHER, 'odile'),
  seller: person(ME, 'marlow'),
  lastMessage:
    lastSeq === 0
      ? null
      : { senderId: OTHER, content: `message ${lastSeq}`, messageType: 'text', createdAt: time(lastSeq) },
  lastSeq,
  changeSeq: 0,
  readSeq: 0,
  otherReadSeq: lastSeq,
  deliveredSeq: 0,
  otherDeliveredSeq: lastSeq,
  block: null,
  isArchived: false,
  isMuted: false,
  isRead: lastSeq === 0,
  createdAt: time(0),
  ...changes,
});

const limited = (retryAfter: number) => ({
  code: 'rate_limited',
  message: `You're doing that too often. Please try again in ${retryAfter} seconds.`,
  retryAfter,
});

/** A fake server as the store sees it: one conversation, its messages, and a switch for the connection. */
export function createWorld(stored: Message[]) {
  let ids = 0;
  const requests: { name: string; input: unknown }[] = [];
  const outbox = new Map<string, OutgoingMessage>();
  const world = {
    stored,
    requests,
    outbox,
    /**
     * What happens to requests: 'ok', 'lost' before they reach the server, 'unanswered' after that, or
     * 'refused'.
     */
    network: 'ok' as 'ok' | 'lost' | 'unanswered' | 'refused',
    uploads: 'ok' as 'ok' | 'lost' | 'refused' | 'down' | 'limited',
    /** The `retryAfter` of a rate-limited upload, in seconds. */
    retryAfter: 0,
    /** The uploaded contents, as text. */
    uploaded: [] as string[],
    readSeq: 0,
    cachedInbox: [] as Conversation[],
    cachedThread: [] as Message[],
  };

  function send(input: RequestInput<'message:send'>): Ack<{ message: Message }> {
    if (world.network === 'refused') {
      return { ok: false, error: { code: 'invalid_input', message: 'Write something first' } };
    }
    const known = stored.find((one) => one.clientId === input.clientId);
    const body =
      input.type === 'image'
        ? { messageType: 'image' as const, content: '', imageUrl: input.url }
        : { content: input.content };
    const sent = known ?? message(stored.length + 1, { clientId: input.clientId, senderId: ME, ...body });
    if (!known) stored.push(sent);
    return { ok: true, message: sent };
  }

  function respond(name: RequestName, input: unknown): unknown {
    if (name === 'message:send') return send(input as RequestInput<'message:send'>);
    if (name === 'conversation:read') {
      world.readSeq = (input as RequestInput<'conversation:read'>).seq;
      return { ok: true, unread: 0 };
    }
    if (name === 'conversation:delivered') return { ok: true };
    const known = (input as RequestInput<'sync'>).conversations;
    const missed = stored.filter((one) => one.seq > (known[C1] ?? 0));
    return {
      ok: true,
      conversations: [conversation(stored.length, { readSeq: world.readSeq })],
      messages: missed,
      changes: {},
      undone: [],
      complete: true,
    };
  }

  const ports: Ports = {
    live: {
      async request(name, input) {
        requests.push({ name, input });
        if (world.network === 'lost') throw new Error('not connected');
        const ack = respond(name, input);
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (world.network === 'unanswered') throw new Error('timed out');
        // The port's types are generic over the name; this fake responds by name.
        return ack as never;
      },
      emit: (name, input) => void requests.push({ name, input }),
    },
    rest: {
      listConversations: async () => ({ conversations: [conversation(stored.length)], next: null }),
      arrange: async (_id, change) => conversation(stored.length, change),
      searchMessages: async () => ({ hits: [], next: null }),
      findAbout: async () => null,
      openConversation: async () => conversation(0),
      listMessages: async (_id, { before, after }) =>
        after === undefined
          ? stored.filter((one) => one.seq < (before ?? Number.POSITIVE_INFINITY)).slice(-60)
          : stored.filter((one) => one.seq > after).slice(0, 60),
    },
    outbox: memoryOutbox(outbox),
    cache: {
      loadInbox: async () => world.cachedInbox,
      loadThread: async () => world.cachedThread,
      putInbox: async (_person, conversations) => {
        world.cachedInbox = conversations;
      },
      putThread: async (_person, _id, messages) => {
        world.cachedThread = messages;
      },
      clear: async () => {
        world.cachedInbox = [];
        world.cachedThread = [];
      },
    },
    photos: {
      sizeOf: async () => ({ width: 900, height: 1200 }),
      compress: async (file) => new Blob([`small ${await file.text()}`]),
      async upload(_conversation, photo, name, onProgress) {
        onProgress(0.5);
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (world.uploads === 'lost') throw { code: 'unavailable', message: 'the connection was lost' };
        if (world.uploads === 'down') throw { code: 'storage_down', message: 'Photos are out of reach' };
        if (world.uploads === 'limited') throw limited(world.retryAfter);
        if (world.uploads === 'refused') throw { code: 'unsupported_type', message: 'Invalid file type' };
        world.uploaded.push(await photo.text());
        const url = `/media/${name}-${world.uploaded.length}-1800.webp`;
        return { url, width: 900, height: 1200, placeholder: 'AAAA' };
      },
    },
    drafts: { load: () => ({}), save: () => undefined, clear: () => undefined },
    newId: () => {
      ids += 1;
      return `01900000-0000-7000-a000-${String(ids).padStart(12, '0')}`;
    },
    now: () => new Date(Date.UTC(2026, 0, 2, 0, 0, ids)),
  };
  return { world, ports };
}
