import type { Conversation } from '@selvedge/shared/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import type { Fact } from '@selvedge/shared/realtime';
import { AppError } from '../../errors.ts';
import { createReports } from './reports.ts';
import type { Session } from './session.ts';

type Tell = (line: object) => void;

/** What was told so far: conversation id → seq, the one heard of last at the end. */
function createKnown(tell: Tell, report: (fact: Fact<'message:new'>) => void) {
  const seqs = new Map<string, number>();
  return {
    seqs,
    learn(id: string, seq: number): void {
      const known = seqs.get(id) ?? seq;
      seqs.delete(id);
      seqs.set(id, Math.max(known, seq));
    },
    /** Tells a message whose turn it is. @returns whether one before it is missing. */
    heard(fact: Fact<'message:new'>): boolean {
      const { conversationId: id, seq } = fact.message;
      const last = seqs.get(id) ?? 0;
      if (seq > last + 1) return true;
      if (seq === last + 1) {
        this.learn(id, seq);
        tell({ fact: 'message:new', payload: fact });
        report(fact);
      }
      return false;
    },
    newest: () => Object.fromEntries([...seqs].slice(-SYNC_CONVERSATIONS_MAX)),
  };
}

/** Where each conversation is now: what comes after it is news. */
async function inboxOf({ get }: Session): Promise<Conversation[]> {
  const all: Conversation[] = [];
  for (
    let path: string | null = '/api/conversations?limit=100';
    path && all.length < SYNC_CONVERSATIONS_MAX;
  ) {
    const page: { body: Conversation[]; next: string | null } = await get<Conversation[]>(path);
    all.push(...page.body);
    path = page.next;
  }
  return all;
}

/**
 * Tells every fact, each message once and in order, also those of the time without a connection, until `stopped`.
 * @throws unauthorized when the session ends.
 */
export async function follow(session: Session, tell: Tell, stopped: Promise<unknown>): Promise<void> {
  const report = createReports((conversations) => client.tell('conversation:delivered', { conversations }));
  const known = createKnown(tell, report);
  // Oldest first: the newest are the ones that a sync names.
  for (const { id, lastSeq } of (await inboxOf(session)).reverse()) known.learn(id, lastSeq);

  async function catchUp(): Promise<void> {
    for (let isBehind = true; isBehind; ) {
      const answer = await client.request('sync', { conversations: known.newest() });
      if (!answer.ok) throw new AppError(answer.error.code, answer.error.message);
      const conversations = new Map(answer.conversations.map((one) => [one.id, one]));
      const unknown = answer.conversations.filter(({ id }) => !known.seqs.has(id));
      for (const { id } of unknown) known.learn(id, 0);
      for (const message of answer.messages) {
        const conversation = conversations.get(message.conversationId);
        if (conversation) known.heard({ message, conversation });
      }
      isBehind = !answer.complete || unknown.length > 0;
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
    if (fact !== 'message:new') tell({ fact, payload });
    // The name stands for what comes under it.
    else if (known.heard(payload as Fact<'message:new'>)) inTurn(catchUp);
  });
  try {
    await Promise.race([stopped, over.promise]);
  } finally {
    client.close();
  }
}
