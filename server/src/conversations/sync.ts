import { SYNC_CONVERSATIONS_MAX, SYNC_MESSAGES_MAX } from '@selvedge/shared/platform/limits';
import type { Sync, Synced } from '@selvedge/shared/platform/realtime';
import type { Actor } from '../platform/core/actor.ts';
import { type Ctx, perProduct } from '../platform/core/ctx.ts';
import { itemsWithin } from '../platform/core/paging.ts';
import type { Conn } from '../platform/db/database.ts';
import { changedOfEach, type MessageInConversation } from './changes/queries.ts';
import type { InboxPlace } from './inbox-queries.ts';
import { isVisibleTo } from './is-visible-to.ts';
import { listConversations } from './list-conversations.ts';
import { presentConversation, presentMessage } from './present.ts';
import {
  type ConversationRow,
  findConversations,
  type MessageRow,
  messagesAboveEach,
  messagesAt,
} from './queries.ts';

const PAGE = 100;
/** Maximum bytes of the missed messages in one response as JSON, and of the changed ones. */
const MESSAGES_MAX_BYTES = 900_000;
// A query has one condition for each conversation, and SQLite limits the depth of an expression.
const CONVERSATIONS_PER_QUERY = 100;

async function missedMessages(
  conn: Conn,
  gaps: [id: string, seq: number][],
  limit: number,
): Promise<MessageRow[]> {
  const missed: MessageRow[] = [];
  for (let i = 0; i < gaps.length && missed.length < limit; i += CONVERSATIONS_PER_QUERY) {
    const some = gaps.slice(i, i + CONVERSATIONS_PER_QUERY);
    missed.push(...(await messagesAboveEach(conn, some, limit - missed.length)));
  }
  return missed;
}

interface Changed {
  messages: MessageRow[];
  /** Per conversation, the `changeSeq` up to which changes are included. */
  upTo: Record<string, number>;
  complete: boolean;
}

// In order of change within a conversation: where the limit cuts it off, it is complete up to the last one.
async function changedMessages(
  conn: Conn,
  named: ConversationRow[],
  { conversations: known, changes = {} }: Sync,
  limit: number,
): Promise<Changed> {
  const requested = named.flatMap(({ conversation: { id, changeSeq: now } }) => {
    const changeSeq = changes[id];
    return changeSeq === undefined ? [] : [{ id, seq: known[id] ?? 0, changeSeq, now }];
  });
  const behind = requested.filter(({ changeSeq, now }) => changeSeq < now);
  const upTo = Object.fromEntries(requested.map(({ id, now }) => [id, now]));
  let messages: MessageRow[] = [];
  for (let i = 0; i < behind.length; i += CONVERSATIONS_PER_QUERY) {
    const some: MessageInConversation[] = behind.slice(i, i + CONVERSATIONS_PER_QUERY);
    const left = limit - messages.length;
    const rows = await changedOfEach(conn, some, left + 1);
    const all = [...messages, ...rows];
    messages = itemsWithin(all.slice(0, limit), MESSAGES_MAX_BYTES);
    if (messages.length === all.length) continue;
    // From the conversation that is cut off, count only the changes in this response as known.
    for (const { id, changeSeq } of behind.slice(i)) upTo[id] = changeSeq;
    for (const { conversationId, changedSeq } of messages) upTo[conversationId] = changedSeq ?? 0;
    return { messages, upTo, complete: false };
  }
  return { messages, upTo, complete: true };
}

// Conversations that the client does not list, in the inbox down to `above`, the end of the part it has
// loaded; without `above`, in all, including archived ones. Only the client knows that end: loaded
// conversations may have moved up since. Only the newest `SYNC_CONVERSATIONS_MAX` are searched.
async function newConversations(
  conn: Conn,
  memberId: string,
  { conversations: known, above }: Sync,
): Promise<{ fresh: ConversationRow[]; complete: boolean }> {
  const end = above === undefined ? null : Date.parse(above);
  const filter = end === null ? undefined : 'all';
  const fresh: ConversationRow[] = [];
  let from: InboxPlace | null = null;
  for (let read = 0; read < SYNC_CONVERSATIONS_MAX && fresh.length < PAGE; read += PAGE) {
    const page = await listConversations(conn, memberId, { filter, limit: PAGE, from });
    const rows: ConversationRow[] = page.rows.filter(
      ({ conversation }) => end === null || conversation.lastMessageAt.getTime() >= end,
    );
    fresh.push(...rows.filter((row) => known[row.conversation.id] === undefined));
    from = rows.length < page.rows.length ? null : page.next;
    if (!from) return { fresh, complete: true };
  }
  return { fresh, complete: fresh.length < PAGE };
}

// Conversations that were deleted, or in which the client is ahead or has another message at its last `seq`:
// an older backup was restored, and numbers were reused.
async function undoneSince(
  conn: Conn,
  named: ConversationRow[],
  { conversations: known, at = {} }: Sync,
): Promise<string[]> {
  const existing = new Set(named.map((row) => row.conversation.id));
  const gone = Object.keys(known).filter((id) => !existing.has(id));
  const ends = named.map(({ conversation: { id, lastSeq } }) => ({ id, seq: known[id] ?? 0, lastSeq }));
  const ahead = ends.filter(({ seq, lastSeq }) => seq > lastSeq);
  const comparable = ends.filter(({ id, seq, lastSeq }) => seq <= lastSeq && at[id] !== undefined);
  const diverged: string[] = [];
  for (let i = 0; i < comparable.length; i += CONVERSATIONS_PER_QUERY) {
    const some = comparable.slice(i, i + CONVERSATIONS_PER_QUERY);
    const idAt = new Map((await messagesAt(conn, some)).map((one) => [one.conversationId, one.id]));
    diverged.push(...some.map(({ id }) => id).filter((id) => idAt.get(id) !== at[id]));
  }
  return [...gone, ...ahead.map(({ id }) => id), ...diverged];
}

type Addition = (conn: Conn, memberId: string) => Promise<Pick<Synced, 'unreadNotices'>>;

const additions = perProduct(() => new Set<Addition>());

/** Adds what another feature has for a member to the reply to `sync`. */
export function addToSync(ctx: Ctx, add: Addition): void {
  additions(ctx).add(add);
}

async function addedTo(ctx: Ctx, conn: Conn, memberId: string): ReturnType<Addition> {
  const added = await Promise.all([...additions(ctx)].map((add) => add(conn, memberId)));
  return Object.assign({}, ...added);
}

/**
 * Everything that changed for a member since the client was last connected: the state of the conversations
 * that it lists, their missing or outdated messages, and conversations that it does not list.
 */
export async function sync(ctx: Ctx, conn: Conn, actor: Actor, input: Sync): Promise<Synced> {
  const { conversations: known } = input;
  const named = (await findConversations(conn, Object.keys(known))).filter((row) =>
    isVisibleTo(actor.id, row.conversation),
  );
  const { fresh, complete } = await newConversations(conn, actor.id, input);
  const gaps = named.flatMap((row): [string, number][] => {
    const seq = known[row.conversation.id] ?? 0;
    return seq < row.conversation.lastSeq ? [[row.conversation.id, seq]] : [];
  });
  const missed = await missedMessages(conn, gaps, SYNC_MESSAGES_MAX + 1);
  const included = itemsWithin(missed.slice(0, SYNC_MESSAGES_MAX), MESSAGES_MAX_BYTES);
  const undone = await undoneSince(conn, named, input);
  const changed = await changedMessages(conn, named, input, SYNC_MESSAGES_MAX - included.length);
  return {
    conversations: [...named, ...fresh].map((row) => presentConversation(row, actor.id)),
    messages: [...included, ...changed.messages].map((row) =>
      presentMessage(row, actor.id, ctx.media.chatImages),
    ),
    changes: changed.upTo,
    undone,
    ...(await addedTo(ctx, conn, actor.id)),
    complete: complete && missed.length === included.length && changed.complete,
  };
}
