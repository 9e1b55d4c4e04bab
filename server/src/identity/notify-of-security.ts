import type { Tx } from '../platform/db/database.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import type { Provider } from './context.ts';

/**
 * Mails a member at once what has changed about how they sign in, and adds it to their updates.
 * @param place where it stands in their settings
 */
export async function notifyOfSecurity(
  { post }: Pick<Provider, 'post'>,
  tx: Tx,
  userId: string,
  mail: Mail,
  place: 'account' | 'api-keys' = 'account',
): Promise<void> {
  await post(tx, mail);
  await tx.emit('member notified', { userId, kind: 'security', data: { text: mail.subject, place } });
}
