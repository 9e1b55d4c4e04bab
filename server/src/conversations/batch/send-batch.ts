import { setImmediate as nextTick } from 'node:timers/promises';
import type { Message } from '@selvedge/shared/conversations';
import { AppError } from '../../core/errors.ts';
import { announceMessage } from '../announce-message.ts';
import type { ConversationContext } from '../context.ts';
import { isVisibleTo } from '../is-visible-to.ts';
import { nextMessage, refusalOf, type Send } from '../next-message.ts';
import { sendSingle } from '../send-message.ts';
import { lockFreeConversations, storeMessages } from './queries.ts';

/** Maximum number of messages per transaction, which PostgreSQL stores in a few milliseconds. */
const BATCH_MAX = 128;
/**
 * Maximum concurrent transactions. With one, new messages wait for it to end; with many, batches are small.
 */
const AT_ONCE = 2;

/** Stores what it can in one transaction. @returns each stored message, or null if it must be sent singly. */
async function storeBatch(ctx: ConversationContext, sends: Send[]): Promise<(Message | null)[]> {
  return ctx.db.transact(async (tx) => {
    const locked = await lockFreeConversations(
      tx,
      sends.map(({ input }) => input.conversationId),
    );
    const nexts = sends.map((send) => {
      const row = locked.get(send.input.conversationId);
      const isPlain = send.input.type === 'text' && row && isVisibleTo(send.actor.id, row.conversation);
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
 * Batches messages on PostgreSQL, where a message takes four network round trips: begin, lock and read,
 * write, commit. Messages that arrive while others are being stored share the next transaction and its round
 * trips, one message per conversation. Photos, refused messages, and messages whose conversation is locked by
 * another transaction are sent singly afterwards. The conversation's next message waits for them, so the
 * messages of one node keep their order.
 */
export function createSendBatch(ctx: ConversationContext): ConversationContext['send'] {
  let waiting: Job[] = [];
  /** Ids of conversations with a message in flight. */
  const busy = new Set<string>();
  let running = 0;

  function take(): Job[] {
    const jobs: Job[] = [];
    waiting = waiting.filter((job) => {
      const { conversationId } = job.send.input;
      if (jobs.length === BATCH_MAX || busy.has(conversationId)) return true;
      busy.add(conversationId);
      jobs.push(job);
      return false;
    });
    return jobs;
  }

  async function sendSingly({ send, resolve, reject }: Job): Promise<void> {
    await sendSingle(ctx, send).then(resolve, reject);
    busy.delete(send.input.conversationId);
    void store();
  }

  async function sendAll(jobs: Job[]): Promise<void> {
    const sends = jobs.map(({ send }) => send);
    const messages = await storeBatch(ctx, sends).catch((error: unknown) => {
      // One message's error rolled back the batch. Retry each message singly, so that only the faulty one
      // fails.
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
      if (message || !messages) busy.delete(job.send.input.conversationId);
      else void sendSingly(job);
    }
  }

  async function store(): Promise<void> {
    if (running === AT_ONCE) return;
    running += 1;
    // Include messages that arrive in this event-loop tick.
    await nextTick();
    for (let jobs = take(); jobs.length > 0; jobs = take()) await sendAll(jobs);
    running -= 1;
  }

  return (send) =>
    new Promise<Message>((resolve, reject) => {
      waiting.push({ send, resolve, reject });
      void store();
    });
}
