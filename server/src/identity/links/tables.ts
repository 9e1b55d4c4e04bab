import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';
import type { Consent } from '../accounts/tables.ts';

/** The links in mails about an account. */
export function accountLinkTables(
  { table, index, id, str, flag, instant, json }: Kit,
  { authUsers }: Referenced<'authUsers'>,
) {
  const authLinks = table(
    'auth_links',
    {
      /** SHA-256 of the token in the mail. */
      hash: str('hash').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      type: str('type').$type<'signup' | 'recovery' | 'email_change'>().notNull(),
      /** Sign-up: the password that the link activates. */
      passwordHash: str('password_hash'),
      userMetadata: json<Record<string, unknown>>('user_metadata'),
      /** Sign-up: the consent given in this attempt. */
      consent: json<Consent>('consent'),
      /** Where the link leads afterwards: a path of this site, or a URL on a site in REDIRECT_ALLOW. */
      target: str('next_path'),
      /** E-mail change: the new address. */
      newEmail: str('new_email'),
      /** E-mail change: this is the link to the new address, mailed once the old address's link was used. */
      isLast: flag('is_last').notNull().default(false),
      expiresAt: instant('expires_at').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('auth_links_user').on(t.userId), index('auth_links_expires').on(t.expiresAt)],
  );

  return { authLinks };
}
