import type { Push } from '@selvedge/shared/push';
import type { NotificationDeps } from './context.ts';
import { deleteSubscriptions, subscriptionsOf } from './queries.ts';

/** Pushes once to every browser of a member; deletes subscriptions that have ended. */
export async function sendPush(
  { db, push, log }: NotificationDeps,
  personId: string,
  message: Push,
): Promise<void> {
  const browsers = await db.read(async (conn) => subscriptionsOf(conn, { userId: personId }));
  const expired: string[] = [];
  await Promise.all(
    browsers.map(async (browser) => {
      try {
        if ((await push.send(browser, message)) === 'gone') expired.push(browser.id);
      } catch (error) {
        // Anyone who knows the endpoint can push to that browser, so only its host is logged.
        log.warn({ err: error, host: new URL(browser.endpoint).host }, 'could not deliver a push');
      }
    }),
  );
  if (expired.length > 0) await db.transact(async (tx) => deleteSubscriptions(tx, expired));
}
