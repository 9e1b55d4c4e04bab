import { recoveryMail } from '../../platform/mail/templates.ts';
import { readEmail } from '../accounts/email.ts';
import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { deleteLinks, findAccountByEmail } from '../queries.ts';
import { makeLink } from './links.ts';
import { linkTarget } from './next-path.ts';

interface Request {
  email: unknown;
  next: string | undefined;
  address: string;
}

/**
 * Looks the account up after the reply, whose wording and time then reveal nothing. Voids older links.
 * @throws AuthError validation_failed, over_email_send_rate_limit
 */
export async function recover(provider: Provider, { email: given, next, address }: Request): Promise<void> {
  const { db, limits, afterReply, config } = provider;
  const email = readEmail(given);
  await limits.take('mailPerAddress', address);
  await limits.takeMail(email, address);
  afterReply(() =>
    db.transact(async (tx) => {
      const account = await findAccountByEmail(tx, email);
      await audit(tx, { action: 'recovery_asked', userId: account?.id ?? null, address });
      if (!account) return;
      await deleteLinks(tx, account.id, 'recovery');
      const link = await makeLink(provider, tx, {
        userId: account.id,
        type: 'recovery',
        target: linkTarget(config, next),
      });
      await provider.post(tx, recoveryMail(email, link));
    }),
  );
}
