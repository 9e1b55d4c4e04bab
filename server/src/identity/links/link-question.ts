import { linkExpired } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { type AccountRow, findAccount, type LinkRow } from '../queries.ts';

/** What the page of a link asks for before its button works. */
export type Question =
  | { what: 'nothing' }
  /** `isOptional`: a program that uses the link may leave it out. */
  | { what: 'new password'; isOptional: boolean }
  /** The password that the account has. */
  | { what: 'password'; account: AccountRow };

/** @throws AuthError otp_expired when the account of the link is gone. */
export async function questionOf({ db, config }: Provider, link: LinkRow): Promise<Question> {
  const account = await db.read((conn) => findAccount(conn, link.userId));
  if (!account) throw linkExpired();
  switch (link.type) {
    case 'recovery':
      return { what: 'new password', isOptional: true };
    case 'email_change':
      // The owner of the new address might press the button of a change that somebody else has begun.
      return link.isLast ? { what: 'password', account } : { what: 'nothing' };
    default: {
      // Likewise of a sign-up: one click must not make its maker an admin.
      const isOfAdmin = config.identity.adminEmails.includes(account.email);
      const isOptional = link.passwordHash !== null;
      return isOptional && !isOfAdmin ? { what: 'nothing' } : { what: 'new password', isOptional };
    }
  }
}
