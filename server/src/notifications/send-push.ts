import type { Push } from '@selvedge/shared/notifications/push';
import type { Ctx } from '../platform/core/ctx.ts';
import { recordFailure } from '../platform/jobs/queue-kind.ts';
import { pushServiceOf } from './delivery.ts';
import { deleteSubscriptions, recordDelivery, type SubscriptionRow, subscriptionsOf } from './queries.ts';
import { pushQueue } from './queue-kind.ts';

/** The wait after the first failure; after each further one in a row it is four times as long. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 24 * 3_600_000;
/** With the waits between them, a push service may fail for about five days. */
const FAILURES_MAX = 10;

const retryAfter = (failures: number) =>
  new Date(Date.now() + Math.min(RETRY_MS * 4 ** (failures - 1), RETRY_MAX_MS));

/** Pushes to one browser. @returns whether its subscription has ended */
async function pushTo(ctx: Ctx, browser: SubscriptionRow, message: Push) {
  const { failures } = browser;
  try {
    if ((await pushServiceOf(ctx).send(browser, message)) === 'gone') return true;
    if (failures > 0)
      await ctx.db.transact(async (tx) => recordDelivery(tx, browser, { failures: 0, retryAt: null }));
    return false;
  } catch (error) {
    // Anyone who knows the endpoint can push to that browser, so only its host is logged.
    ctx.log.warn({ err: error, host: new URL(browser.endpoint).host }, 'could not deliver a push');
    const outcome = { failures: failures + 1, retryAt: retryAfter(failures + 1) };
    await ctx.db.transact(async (tx) => {
      await recordDelivery(tx, browser, outcome);
      await recordFailure(tx, pushQueue);
    });
    return outcome.failures >= FAILURES_MAX;
  }
}

/**
 * Pushes once to every browser of a member. A push service that fails is left alone for a while, so that nobody can
 * have it called for every message; subscriptions that have ended, or that fail again and again, are deleted.
 */
export async function sendPush(ctx: Ctx, memberId: string, message: Push): Promise<void> {
  const { db } = ctx;
  const now = new Date();
  const browsers = await db.read(async (conn) => subscriptionsOf(conn, { userId: memberId }));
  const due = browsers.filter(({ retryAt }) => retryAt === null || retryAt <= now);
  const areEnded = await Promise.all(due.map((browser) => pushTo(ctx, browser, message)));
  const ended = due.filter((_, i) => areEnded[i]).map(({ id }) => id);
  if (ended.length > 0) await db.transact(async (tx) => deleteSubscriptions(tx, ended));
}
