import type { Conversation } from '@selvedge/shared/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import type { Fact, RequestInput, RequestReply } from '@selvedge/shared/realtime';
import { AppError } from '../../errors.ts';
import { createReports } from './reports.ts';
import type { Session } from './session.ts';

type Tell = (line: object) => void;
type Spoken = Fact<'message:new' | 'message:changed'>;

/** Up to where a conversation was told: messages, their changes, and the last message if it was told here. */
interface At {
  seq: number;
  changeSeq: number;
  messageId?: string;
}

/** What was told so far, by the id of the conversation, the one heard of last at the end. */
function createKnown(tell: Tell, report: (fact: Fact<'message:new'>) => void) {
  const all = new Map<string, At>();

  /** Tells a message whose turn it is. @returns whether one before it is missing. */
  function heard(fact: Spoken): boolean {
    const { id, conversationId, seq } = fact.message;
    const last = all.get(conversationId) ?? { seq: 0, changeSeq: fact.conversation.changeSeq };
    if (seq !== last.seq + 1) return seq > last.seq;
    learn(conversationId, { ...last, seq, messageId: id });
    tell({ fact: 'message:new', payload: fact });
    report(fact);
    return false;
  }
  function learn(id: string, at: At): void {
    all.delete(id);
    all.set(id, at);
  }
  return {
    heard,
    learn,
    of: (id: string) => all.get(id),
    drop: (id: string) => all.delete(id),
    /** Tells a change of a message that was told, if it is news. @returns whether something before it is missing. */
    changed(fact: Spoken): boolean {
      const { conversationId, seq, changedSeq = 0 } = fact.message;
      const last = all.get(conversationId);
      if (!last || seq > last.seq || changedSeq > last.changeSeq + 1) return true;
      if (changedSeq <= last.changeSeq) return false;
      learn(conversationId, { ...last, changeSeq: changedSeq });
      tell({ fact: 'message:changed', payload: fact });
      return false;
    },
    /** As a sync takes it. */
    newest(): RequestInput<'sync'> {
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

/** Where each conversation is now, the archived ones too: what comes after it is news. The one changed last is the last. */
async function learnAll({ get }: Session, known: Known): Promise<void> {
  let path: string | null = '/api/conversations?limit=100&since=1970-01-01T00:00:00Z';
  while (path) {
    const page: { body: Conversation[]; next: string | null } = await get<Conversation[]>(path);
    for (const { id, lastSeq, changeSeq } of page.body) known.learn(id, { seq: lastSeq, changeSeq });
    path = page.next;
  }
}

const writtenAt = ({ lastMessage, createdAt }: Conversation): string => lastMessage?.createdAt ?? createdAt;

/** Tells what a sync has brought. @returns whether there is more. */
function tellMissed(answer: RequestReply<'sync'>, known: Known, tell: Tell): boolean {
  for (const id of answer.undone) known.drop(id);
  if (answer.undone.length > 0) tell({ state: 'undone', conversations: answer.undone });
  const brought = new Map(answer.conversations.map((one) => [one.id, one]));
  // The newest are the ones that the next sync names.
  for (const one of answer.conversations.toSorted((a, b) => (writtenAt(a) < writtenAt(b) ? -1 : 1))) {
    const { id, lastSeq, changeSeq } = one;
    const seq = answer.undone.includes(id) ? lastSeq : 0;
    known.learn(id, known.of(id) ?? { seq, changeSeq });
  }
  for (const message of answer.messages) {
    const conversation = brought.get(message.conversationId);
    const fact = conversation && { message, conversation };
    if (!fact) continue;
    if (message.seq > (known.of(conversation.id)?.seq ?? 0)) known.heard(fact);
    else if ((message.changedSeq ?? 0) > (known.of(conversation.id)?.changeSeq ?? 0))
      tell({ fact: 'message:changed', payload: fact });
  }
  for (const [id, changeSeq] of Object.entries(answer.changes)) {
    const at = known.of(id);
    if (at && at.changeSeq < changeSeq) known.learn(id, { ...at, changeSeq });
  }
  const isBehind = ({ id, lastSeq }: Conversation) => lastSeq > (known.of(id)?.seq ?? 0);
  return !answer.complete || answer.conversations.some(isBehind);
}

/**
 * Tells every fact, each message and its changes once and in order, also those of the time without a connection, until
 * `stopped`. Of conversations in which an older state of the server was put back, that alone is told.
 * @throws unauthorized when the session ends.
 */
export async function follow(session: Session, tell: Tell, stopped: Promise<unknown>): Promise<void> {
  const report = createReports((conversations) => client.tell('conversation:delivered', { conversations }));
  const known = createKnown(tell, report);
  await learnAll(session, known);

  async function catchUp(): Promise<void> {
    for (let isBehind = true; isBehind; ) {
      const answer = await client.request('sync', known.newest());
      if (!answer.ok) throw new AppError(answer.error.code, answer.error.message);
      isBehind = tellMissed(answer, known, tell);
    }
  }

  let running: Promise<void> = Promise.resolve();
  /** One after the other: two at once would tell a message twice. Lost meanwhile, the next connection asks again. */
  function inTurn(work: () => Promise<void>): void {
    running = running.then(work).catch(() => undefined);
  }

  const over = Promise.withResolvers<never>();
  const client = session.open({
    connected: () => inTurn(async () => catchUp().then(() => tell({ state: 'connected' }))),
    lost: () => tell({ state: 'lost' }),
    ended: (reason) => over.reject(new AppError('unauthorized', `The session has ended: ${reason}.`)),
  });
  client.onAny((fact, payload) => {
    const tellInTurn = { 'message:new': known.heard, 'message:changed': known.changed }[fact as string];
    // The name stands for what comes under it.
    if (tellInTurn?.(payload as Spoken)) inTurn(catchUp);
    if (!tellInTurn) tell({ fact, payload });
  });
  try {
    await Promise.race([stopped, over.promise]);
  } finally {
    client.close();
  }
}
