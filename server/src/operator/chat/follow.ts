import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/platform/limits';
import type { EventPayload, RequestInput, RequestReply } from '@selvedge/shared/platform/realtime';
import { AppError } from '../../platform/core/errors.ts';
import { createReports } from './reports.ts';
import type { Session } from './session.ts';

type Print = (line: object) => void;
type MessageEvent = EventPayload<'message:new' | 'message:changed'>;

/** How far a conversation was printed; `messageId` is its last message if it was printed here. */
interface Position {
  seq: number;
  changeSeq: number;
  messageId?: string;
}

/** What was printed so far, by conversation id; the conversation with the latest event comes last. */
function createKnown(print: Print, report: (event: EventPayload<'message:new'>) => void) {
  const all = new Map<string, Position>();

  /** Prints a message if it is the next of its conversation. @returns whether an earlier one is missing. */
  function received(event: MessageEvent): boolean {
    const { id, conversationId, seq } = event.message;
    const last = all.get(conversationId) ?? { seq: 0, changeSeq: event.conversation.changeSeq };
    if (seq !== last.seq + 1) return seq > last.seq;
    setPosition(conversationId, { ...last, seq, messageId: id });
    print({ fact: 'message:new', payload: event });
    report(event);
    return false;
  }
  function setPosition(id: string, at: Position): void {
    all.delete(id);
    all.set(id, at);
  }
  return {
    received,
    setPosition,
    of: (id: string) => all.get(id),
    drop: (id: string) => all.delete(id),
    /** Prints a change of a printed message, if it is new. @returns whether an earlier event is missing. */
    changed(event: MessageEvent): boolean {
      const { conversationId, seq, changedSeq = 0 } = event.message;
      const last = all.get(conversationId);
      if (!last || seq > last.seq || changedSeq > last.changeSeq + 1) return true;
      if (changedSeq <= last.changeSeq) return false;
      setPosition(conversationId, { ...last, changeSeq: changedSeq });
      print({ fact: 'message:changed', payload: event });
      return false;
    },
    /** The positions of the conversations with the latest events, as the input of a `sync`. */
    syncInput(): RequestInput<'sync'> {
      const newest = [...all].slice(-SYNC_CONVERSATIONS_MAX);
      return {
        conversations: Object.fromEntries(newest.map(([id, { seq }]) => [id, seq])),
        changes: Object.fromEntries(newest.map(([id, { changeSeq }]) => [id, changeSeq])),
        at: Object.fromEntries(newest.flatMap(([id, { messageId }]) => (messageId ? [[id, messageId]] : []))),
      };
    },
  };
}
type Known = ReturnType<typeof createKnown>;

/** In the order of their last change, including archived ones. */
async function readPositions({ get }: Session, known: Known): Promise<void> {
  let path: string | null = '/api/conversations?limit=100&since=1970-01-01T00:00:00Z';
  while (path) {
    const page: { body: Conversation[]; next: string | null } = await get<Conversation[]>(path);
    for (const { id, lastSeq, changeSeq } of page.body) known.setPosition(id, { seq: lastSeq, changeSeq });
    path = page.next;
  }
}

const writtenAt = ({ lastMessage, createdAt }: Conversation): string => lastMessage?.createdAt ?? createdAt;

/** Prints what a `sync` has returned. @returns whether there is more to fetch. */
function printMissed(reply: RequestReply<'sync'>, known: Known, print: Print): boolean {
  for (const id of reply.undone) known.drop(id);
  if (reply.undone.length > 0) print({ state: 'undone', conversations: reply.undone });
  const returned = new Map(reply.conversations.map((conversation) => [conversation.id, conversation]));
  // Oldest first: the next `sync` names only the conversations at the end of the list.
  for (const conversation of reply.conversations.toSorted((a, b) => (writtenAt(a) < writtenAt(b) ? -1 : 1))) {
    const { id, lastSeq, changeSeq } = conversation;
    const seq = reply.undone.includes(id) ? lastSeq : 0;
    known.setPosition(id, known.of(id) ?? { seq, changeSeq });
  }
  for (const message of reply.messages) {
    const conversation = returned.get(message.conversationId);
    const event = conversation && { message, conversation };
    if (!event) continue;
    if (message.seq > (known.of(conversation.id)?.seq ?? 0)) known.received(event);
    else if ((message.changedSeq ?? 0) > (known.of(conversation.id)?.changeSeq ?? 0))
      print({ fact: 'message:changed', payload: event });
  }
  for (const [id, changeSeq] of Object.entries(reply.changes)) {
    const at = known.of(id);
    if (at && at.changeSeq < changeSeq) known.setPosition(id, { ...at, changeSeq });
  }
  const isBehind = ({ id, lastSeq }: Conversation) => lastSeq > (known.of(id)?.seq ?? 0);
  return !reply.complete || reply.conversations.some(isBehind);
}

/**
 * Prints every message and change once and in order, including those missed while disconnected. When a
 * restored backup undid part of a conversation, prints only that event. @throws unauthorized when signed out
 */
export async function follow(session: Session, print: Print, stopped: Promise<unknown>): Promise<void> {
  const report = createReports((conversations) => client.emit('conversation:delivered', { conversations }));
  const known = createKnown(print, report);
  await readPositions(session, known);

  async function catchUp(): Promise<void> {
    for (let isBehind = true; isBehind; ) {
      const reply = await client.request('sync', known.syncInput());
      if (!reply.ok) throw new AppError(reply.error.code, reply.error.message);
      isBehind = printMissed(reply, known, print);
    }
  }

  let running: Promise<void> = Promise.resolve();
  /** Runs tasks in turn: two at once would print a message twice. A failed one is retried on reconnect. */
  function enqueue(work: () => Promise<void>): void {
    running = running.then(work).catch(() => undefined);
  }

  const ended = Promise.withResolvers<never>();
  const client = session.open({
    connected: () => enqueue(async () => catchUp().then(() => print({ state: 'connected' }))),
    lost: () => print({ state: 'lost' }),
    ended: ended.reject,
  });
  client.onAny((event, payload) => {
    const printInOrder = { 'message:new': known.received, 'message:changed': known.changed }[event as string];
    // The event's name determines the type of its payload.
    if (printInOrder?.(payload as MessageEvent)) enqueue(catchUp);
    if (!printInOrder) print({ fact: event, payload });
  });
  try {
    await Promise.race([stopped, ended.promise]);
  } finally {
    client.close();
  }
}
