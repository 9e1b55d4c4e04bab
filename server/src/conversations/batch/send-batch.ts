import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@selvedge/shared/conversations';
import { AppError } from '../../core/errors.ts';
import { announceMessage } from '../announce-message.ts';
import type { ConversationContext } from '../context.ts';
import { nextMessage, refusalOf, type Send } from '../next-message.ts';
import { sees } from '../sees.ts';
import { sendSingle } from '../send-message.ts';
import { lockFreeConversations, storeMessages } from './queries.ts';

/** How many messages one transaction stores at most: PostgreSQL takes a few milliseconds for these. */
const BATCH_MAX = 128;
/** Transactions at once. With one, new messages wait for its end; with many, each stores only few messages. */
const AT_ONCE = 2;

/** Stores what it can in one transaction. @returns each stored message; null for one that has to be sent by itself. */
async function storeBatch(ctx: ConversationContext, sends: Send[]): Promise<(Message | null)[]> {
  return ctx.db.transact(async (tx) => {
    const locked = await lockFreeConversations(
      tx,
      sends.map(({ input }) => input.conversationId),
    );
    const nexts = sends.map((send) => {
      const row = locked.get(send.input.conversationId);
      const isPlain = send.input.type === 'text' && row && sees(send.actor.id, row.conversation);
      if (!isPlain || refusalOf(row, send.actor)) return null;
      return { ...nextMessage(row, send), senderId: send.actor.id, before: row.conversation };
    });
    const stored = await storeMessages(
      tx,
      nexts.filter((next) => next !== null),
    );
    return nexts.map((next) => (next && stored.has(next.message.id) ? announceMessage(ctx, tx, next) : null));
  });
}

interface Job {
  send: Send;
  resolve: (message: Message) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches messages on PostgreSQL, where a message takes four network round trips: begin, lock and read, write, commit.
 * Messages that arrive while others are being stored share the next transaction, one per conversation, so they share its
 * round trips. A photo, a message that is refused, and one whose conversation another transaction has locked are sent by
 * themselves afterwards. The next message of that conversation waits for it, so the messages of one node keep their order.
 */
export function createSendBatch(ctx: ConversationContext): ConversationContext['send'] {
  let waiting: Job[] = [];
  /** Ids of conversations with a message on its way. */
  const taken = new Set<string>();
  let running = 0;

  function take(): Job[] {
    const jobs: Job[] = [];
    waiting = waiting.filter((job) => {
      const { conversationId } = job.send.input;
      if (jobs.length === BATCH_MAX || taken.has(conversationId)) return true;
      taken.add(conversationId);
      jobs.push(job);
      return false;
    });
    return jobs;
  }

  async function sendLeftOver({ send, resolve, reject }: Job): Promise<void> {
    await sendSingle(ctx, send).then(resolve, reject);
    taken.delete(send.input.conversationId);
    void store();
  }

  async function sendAll(jobs: Job[]): Promise<void> {
    const sends = jobs.map(({ send }) => send);
    const messages = await storeBatch(ctx, sends).catch((error: unknown) => {
      // One message's error has rolled all of them back. Each is tried again by itself, and meets only its own error.
      if (!(error instanceof AppError)) {
        ctx.batchFailed(error, jobs.length);
        return [];
      }
      for (const job of jobs) job.reject(error);
      return null;
    });
    for (const [n, job] of jobs.entries()) {
      const message = messages?.[n];
      if (message) job.resolve(message);
      if (message || !messages) taken.delete(job.send.input.conversationId);
      else void sendLeftOver(job);
    }
  }

  async function store(): Promise<void> {
    if (running === AT_ONCE) return;
    running += 1;
    // Include messages that still arrive in this turn of the event loop.
    await nextTurn();
    for (let jobs = take(); jobs.length > 0; jobs = take()) await sendAll(jobs);
    running -= 1;
  }

  return (send) =>
    new Promise<Message>((resolve, reject) => {
      waiting.push({ send, resolve, reject });
      void store();
    });
}
