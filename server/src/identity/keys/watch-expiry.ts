import type { Ctx } from '../../platform/core/ctx.ts';
import { forEachDue } from '../../platform/jobs/for-each-due.ts';
import { apiKeyExpiresMail } from '../../platform/mail/api-keys.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { findAccount } from '../queries.ts';
import { deleteExpiredKeys, listExpiring, markWarned } from './queries.ts';

const WEEK_MS = 7 * 86_400_000;
/** How long an expired key is still listed, so that its owner sees why a program has stopped. */
const LISTED_MS = 30 * 86_400_000;

/** Tells members of the keys that expire within a week, and removes the ones that expired long ago. */
export async function watchExpiry(
  { db, mailer, config }: Pick<Ctx, 'db' | 'mailer' | 'config'>,
  now = new Date(),
): Promise<void> {
  const inAWeek = new Date(now.getTime() + WEEK_MS);
  await forEachDue(
    db,
    (conn, limit) => listExpiring(conn, now, inAWeek, limit),
    async (tx, { id }) => {
      const [key] = await markWarned(tx, id, now);
      const account = key && (await findAccount(tx, key.userId));
      if (!account || !key.expiresAt) return;
      const mail = apiKeyExpiresMail(account.email, key.expiresAt, config.publicUrl);
      await notifyOfSecurity(mailer, tx, account.id, mail, 'api-keys');
    },
  );
  await db.transact((tx) => deleteExpiredKeys(tx, new Date(now.getTime() - LISTED_MS)));
}
