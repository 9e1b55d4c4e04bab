import { confirmEmailMail } from '../mail/templates.ts';
import type { Provider } from './context.ts';
import { readEmail } from './email.ts';
import { makeConfirmLink } from './links.ts';
import { findAccountByEmail, liveLinks } from './queries.ts';

/** Mails a fresh confirmation link if there is an account that waits for one; who asks is told the same either way. */
export async function resendLink(provider: Provider, given: unknown): Promise<void> {
  const { db, limits, mailer } = provider;
  const email = readEmail(given);
  await limits.take('mailPerMinute', email);
  await limits.take('mailPerHour', email);
  await db.transact(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (!account || account.confirmedAt) return;
    const attempts = new Set((await liveLinks(tx, account.id, new Date())).map((link) => link.passwordHash));
    // With several attempts nobody knows which password is the owner's, so the link's page asks for one.
    const [only = null] = attempts;
    const link = await makeConfirmLink(provider, tx, account.id, attempts.size === 1 ? only : null);
    tx.afterCommit(() => mailer.send(confirmEmailMail(email, link)));
  });
}
