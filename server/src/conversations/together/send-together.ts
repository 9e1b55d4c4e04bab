import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@selvedge/shared/conversations';
import { AppError } from '../../errors.ts';
import { announceMessage } from '../announce-message.ts';
import type { Conversing } from '../context.ts';
import { nextMessage, refusalOf, type Send } from '../next-message.ts';
import { sees } from '../sees.ts';
import { sendAlone } from '../send-message.ts';
import { holdFree, storeMessages } from './queries.ts';

/** How many are stored in one transaction at most: so many take PostgreSQL a few milliseconds. */
const TOGETHER_MAX = 128;
/** Transactions at once. With one, whoever comes waits for its end; with many, each has few to carry. */
const AT_ONCE = 2;

/** The message of each that was stored; null of those that have to go alone. */
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
 * On PostgreSQL every statement is a way there and back, and every transaction has half a dozen. So messages that come
 * while others are on their way are stored together, one of each conversation: as many statements, for all of them.
 * Whatever is more than a text that may be said, or whose conversation somebody else holds, goes alone afterwards; the
 * next of its conversation waits for it, so that those of one node keep the order in which they came.
 */
export function createSendTogether(ctx: Conversing): Conversing['send'] {
  let waiting: Job[] = [];
  /** Conversations with a message on its way. */
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
      // What one of them met has undone them all; each meets by itself what is its own.
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
    // Everything that this turn of the event loop still brings may come along.
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
