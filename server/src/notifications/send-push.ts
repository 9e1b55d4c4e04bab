import type { Push } from '@selvedge/shared/push';
import type { Notifying } from './context.ts';
import { deleteSubscriptions, subscriptionsOf } from './queries.ts';

/** Pushes once to every browser of a person; subscriptions that have ended are deleted. */
export async function sendPush({ db, push, log }: Notifying, personId: string, what: Push): Promise<void> {
  const browsers = await db.read(async (conn) => subscriptionsOf(conn, { userId: personId }));
  const gone: string[] = [];
  await Promise.all(
    browsers.map(async (browser) => {
      try {
        if ((await push.send(browser, what)) === 'gone') gone.push(browser.id);
      } catch (error) {
        // Whoever knows the endpoint can push to that browser, so only its host is logged.
        log.warn({ err: error, host: new URL(browser.endpoint).host }, 'a push was not delivered');
      }
    }),
  );
  if (gone.length > 0) await db.transact(async (tx) => deleteSubscriptions(tx, gone));
}
