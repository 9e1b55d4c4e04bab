import type { Push } from '@selvedge/shared/push';
import type { Notifying } from './context.ts';
import { deleteSubscriptions, subscriptionsOf } from './queries.ts';

/** Pushes to every browser of a person, once each; those that are gone are forgotten. */
export async function sendPush({ db, push, log }: Notifying, personId: string, what: Push): Promise<void> {
  const browsers = await db.read(async (conn) => subscriptionsOf(conn, { userId: personId }));
  const gone: string[] = [];
  await Promise.all(
    browsers.map(async (browser) => {
      try {
        if ((await push.send(browser, what)) === 'gone') gone.push(browser.id);
      } catch (error) {
        // The address is a secret of its browser's; the host is not.
        log.warn({ err: error, host: new URL(browser.endpoint).host }, 'a push was not delivered');
      }
    }),
  );
  if (gone.length > 0) await db.transact(async (tx) => deleteSubscriptions(tx, gone));
}
