import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { createQueue } from '../../platform/jobs/queue.ts';
import { dueWebhooks, leaseWebhook, wake } from './queries.ts';
import { webhookQueue } from './queue-kind.ts';
import { sendDue } from './send-due.ts';

/** How many webhooks are called at once. Those whose last answer was late or bad have their own, fewer places. */
const AT_ONCE = { prompt: 64, slow: 32 };
const POLL_MS = 1_000;
/** Longer than a process sends to one webhook at a time. */
const LEASE_MS = 40_000;

/** Sends to each webhook one delivery after the other, and to many webhooks at once. */
export const queueOf = perProduct((ctx: Ctx) => {
  const { db, log } = ctx;
  const create = (isSlow: boolean, concurrency: number) =>
    createQueue({
      ...{ kind: webhookQueue, db, log, clock: Date.now, pollMs: POLL_MS, concurrency, leaseMs: LEASE_MS },
      due: async (conn, now, limit) =>
        ctx.settings.isOn('webhooks') ? dueWebhooks(conn, isSlow, now, limit) : [],
      take: leaseWebhook,
      async work(webhook) {
        await sendDue(ctx, webhook);
        return true;
      },
    });
  const prompt = create(false, AT_ONCE.prompt);
  const slow = create(true, AT_ONCE.slow);
  return {
    async wake(ids: string[]): Promise<void> {
      const now = new Date();
      await db.transact(async (tx) => {
        // In the same order, so that two processes cannot deadlock.
        for (const id of ids.toSorted()) await wake(tx, id, now);
      });
      void prompt.kick();
      void slow.kick();
    },
    async close(): Promise<void> {
      await Promise.all([prompt.close(), slow.close()]);
    },
  };
});
