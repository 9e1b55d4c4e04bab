import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@selvedge/shared/conversations';
import { AppError } from '../../core/errors.ts';
import { announceMessage } from '../announce-message.ts';
import type { Conversing } from '../context.ts';
import { nextMessage, refusalOf, type Send } from '../next-message.ts';
import { sees } from '../sees.ts';
import { sendAlone } from '../send-message.ts';
import { holdFree, storeMessages } from './queries.ts';

/** How many messages one transaction stores at most: PostgreSQL takes a few milliseconds for these. */
const TOGETHER_MAX = 128;
/** Transactions at once. With one, new messages wait for its end; with many, each stores only few messages. */
const AT_ONCE = 2;

/** Tries to store all in one transaction. @returns each stored message; null for one that has to be sent alone. */
async function storeTogether(ctx: Conversing, sends: Send[]): Promise<(Message | null)[]> {
  return ctx.db.transact(async (tx) => {
    const held = await holdFree(
      tx,
      sends.map(({ input }) => input.conversationId),
    );
    const nexts = sends.map((send) => {
      const row = held.get(send.input.conversationId);
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
 * On PostgreSQL a message takes four network round trips: to begin, to lock and read, to write, and to commit. So
 * messages that come while others are being stored share the next transaction, one of each conversation: the round
 * trips are the same for all of them. A photo, a message that is refused, or one whose conversation another transaction
 * has locked is sent alone afterwards; the next message of its conversation waits for it, so that the messages of one
 * node keep the order in which they came.
 */
export function createSendBatch(ctx: Conversing): Conversing['send'] {
  let waiting: Job[] = [];
  /** Ids of conversations with a message on its way. */
  const taken = new Set<string>();
  let running = 0;

  function take(): Job[] {
    const jobs: Job[] = [];
    waiting = waiting.filter((job) => {
      const { conversationId } = job.send.input;
      if (jobs.length === TOGETHER_MAX || taken.has(conversationId)) return true;
      taken.add(conversationId);
      jobs.push(job);
      return false;
    });
    return jobs;
  }

  async function goAlone({ send, resolve, reject }: Job): Promise<void> {
    await sendAlone(ctx, send).then(resolve, reject);
    taken.delete(send.input.conversationId);
    void store();
  }

  async function goTogether(jobs: Job[]): Promise<void> {
    const sends = jobs.map(({ send }) => send);
    const messages = await storeTogether(ctx, sends).catch((error: unknown) => {
      // An error of one message has rolled all of them back: alone, each one meets only its own.
      if (!(error instanceof AppError)) return [];
      for (const job of jobs) job.reject(error);
      return null;
    });
    for (const [n, job] of jobs.entries()) {
      const message = messages?.[n];
      if (message) job.resolve(message);
      if (message || !messages) taken.delete(job.send.input.conversationId);
      else void goAlone(job);
    }
  }

  async function store(): Promise<void> {
    if (running === AT_ONCE) return;
    running += 1;
    // Messages that still arrive in this turn of the event loop are taken along.
    await nextTurn();
    for (let jobs = take(); jobs.length > 0; jobs = take()) await goTogether(jobs);
    running -= 1;
  }

  return (send) =>
    new Promise<Message>((resolve, reject) => {
      waiting.push({ send, resolve, reject });
      void store();
    });
}
