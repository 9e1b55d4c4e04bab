import { recoveryMail } from '../../platform/mail/templates.ts';
import { readEmail } from '../accounts/email.ts';
import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { deleteLinks, findAccountByEmail } from '../queries.ts';
import { makeLink } from './links.ts';
import { linkTarget } from './next-path.ts';

interface Request {
  email: unknown;
  /** The page that the link leads to; see `linkTarget`. */
  next: string | undefined;
  /** The network address by which requests are counted. */
  address: string;
}

/**
 * Mails a link that sets a new password, if the account exists. The lookup runs only after the reply, which
 * is therefore the same in wording and time either way. A newer link voids the older ones.
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
