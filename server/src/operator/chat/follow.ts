import type { Conversation } from '@selvedge/shared/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import type { EventPayload, RequestInput, RequestReply } from '@selvedge/shared/realtime';
import { AppError } from '../../core/errors.ts';
import { createReports } from './reports.ts';
import type { Session } from './session.ts';

type Tell = (line: object) => void;
type Spoken = EventPayload<'message:new' | 'message:changed'>;

/** Up to where a conversation was printed: its messages, their changes, and the last message if it was printed here. */
interface Position {
  seq: number;
  changeSeq: number;
  messageId?: string;
}

/** What was printed so far, by conversation id; the conversation with the latest news comes last. */
function createKnown(tell: Tell, report: (event: EventPayload<'message:new'>) => void) {
  const all = new Map<string, Position>();

  /** Prints a message if it is the next of its conversation. @returns whether an earlier one is missing. */
  function heard(event: Spoken): boolean {
    const { id, conversationId, seq } = event.message;
    const last = all.get(conversationId) ?? { seq: 0, changeSeq: event.conversation.changeSeq };
    if (seq !== last.seq + 1) return seq > last.seq;
    learn(conversationId, { ...last, seq, messageId: id });
    tell({ fact: 'message:new', payload: event });
    report(event);
    return false;
  }
  function learn(id: string, at: Position): void {
    all.delete(id);
    all.set(id, at);
  }
  return {
    heard,
    learn,
    of: (id: string) => all.get(id),
    drop: (id: string) => all.delete(id),
    /** Prints a change of a printed message, if it is news. @returns whether something before it is missing. */
    changed(event: Spoken): boolean {
      const { conversationId, seq, changedSeq = 0 } = event.message;
      const last = all.get(conversationId);
      if (!last || seq > last.seq || changedSeq > last.changeSeq + 1) return true;
      if (changedSeq <= last.changeSeq) return false;
      learn(conversationId, { ...last, changeSeq: changedSeq });
      tell({ fact: 'message:changed', payload: event });
      return false;
    },
    /** The positions of the conversations with the latest news, as the input of a `sync`. */
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

/** Reads the present position of every conversation, archived ones too, in the order in which they last changed. */
async function learnAll({ get }: Session, known: Known): Promise<void> {
  let path: string | null = '/api/conversations?limit=100&since=1970-01-01T00:00:00Z';
  while (path) {
    const page: { body: Conversation[]; next: string | null } = await get<Conversation[]>(path);
    for (const { id, lastSeq, changeSeq } of page.body) known.learn(id, { seq: lastSeq, changeSeq });
    path = page.next;
  }
}

const writtenAt = ({ lastMessage, createdAt }: Conversation): string => lastMessage?.createdAt ?? createdAt;

/** Prints what a `sync` has brought. @returns whether there is more to fetch. */
function tellMissed(answer: RequestReply<'sync'>, known: Known, tell: Tell): boolean {
  for (const id of answer.undone) known.drop(id);
  if (answer.undone.length > 0) tell({ state: 'undone', conversations: answer.undone });
  const brought = new Map(answer.conversations.map((one) => [one.id, one]));
  // Oldest first: the next `sync` names only the conversations at the end of the list.
  for (const one of answer.conversations.toSorted((a, b) => (writtenAt(a) < writtenAt(b) ? -1 : 1))) {
    const { id, lastSeq, changeSeq } = one;
    const seq = answer.undone.includes(id) ? lastSeq : 0;
    known.learn(id, known.of(id) ?? { seq, changeSeq });
  }
  for (const message of answer.messages) {
    const conversation = brought.get(message.conversationId);
    const event = conversation && { message, conversation };
    if (!event) continue;
    if (message.seq > (known.of(conversation.id)?.seq ?? 0)) known.heard(event);
    else if ((message.changedSeq ?? 0) > (known.of(conversation.id)?.changeSeq ?? 0))
      tell({ fact: 'message:changed', payload: event });
  }
  for (const [id, changeSeq] of Object.entries(answer.changes)) {
    const at = known.of(id);
    if (at && at.changeSeq < changeSeq) known.learn(id, { ...at, changeSeq });
  }
  const isBehind = ({ id, lastSeq }: Conversation) => lastSeq > (known.of(id)?.seq ?? 0);
  return !answer.complete || answer.conversations.some(isBehind);
}

/**
 * Prints every event until `stopped`: each message and each change once and in order, also those that came while there
 * was no connection. When a restored backup undid part of a conversation, only that event is printed.
 * @throws unauthorized when the session ends.
 */
export async function follow(session: Session, tell: Tell, stopped: Promise<unknown>): Promise<void> {
  const report = createReports((conversations) => client.tell('conversation:delivered', { conversations }));
  const known = createKnown(tell, report);
  await learnAll(session, known);

  async function catchUp(): Promise<void> {
    for (let isBehind = true; isBehind; ) {
      const answer = await client.request('sync', known.syncInput());
      if (!answer.ok) throw new AppError(answer.error.code, answer.error.message);
      isBehind = tellMissed(answer, known, tell);
    }
  }

  let running: Promise<void> = Promise.resolve();
  /** Runs tasks one after the other: two at once would print a message twice. A failed one is retried on reconnect. */
  function inTurn(work: () => Promise<void>): void {
    running = running.then(work).catch(() => undefined);
  }

  const over = Promise.withResolvers<never>();
  const client = session.open({
    connected: () => inTurn(async () => catchUp().then(() => tell({ state: 'connected' }))),
    lost: () => tell({ state: 'lost' }),
    ended: (reason) => over.reject(new AppError('unauthorized', `The session has ended: ${reason}.`)),
  });
  client.onAny((event, payload) => {
    const tellInTurn = { 'message:new': known.heard, 'message:changed': known.changed }[event as string];
    // The event's name determines the type of its payload.
    if (tellInTurn?.(payload as Spoken)) inTurn(catchUp);
    if (!tellInTurn) tell({ fact: event, payload });
  });
  try {
    await Promise.race([stopped, over.promise]);
  } finally {
    client.close();
  }
}
