import { linkExpired } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { type AccountRow, findAccount, type LinkRow } from '../queries.ts';

/** What a link's page asks for before its button works. */
export type Question =
  | { what: 'nothing' }
  /** `isOptional`: an API client may omit it. */
  | { what: 'new password'; isOptional: boolean }
  /** The account's current password. */
  | { what: 'password'; account: AccountRow };

/** @throws AuthError otp_expired when the link's account no longer exists. */
export async function questionOf({ db, config }: Provider, link: LinkRow): Promise<Question> {
  const account = await db.read((conn) => findAccount(conn, link.userId));
  if (!account) throw linkExpired();
  switch (link.type) {
    case 'recovery':
      return { what: 'new password', isOptional: true };
    case 'email_change':
      // The owner of the new address might press the button of a change that someone else has begun.
      return link.isLast ? { what: 'password', account } : { what: 'nothing' };
    default: {
      // Same for a sign-up: confirming the address must not make its initiator an admin.
      const isOfAdmin = config.identity.adminEmails.includes(account.email);
      const isOptional = link.passwordHash !== null;
      return isOptional && !isOfAdmin ? { what: 'nothing' } : { what: 'new password', isOptional };
    }
  }
}
