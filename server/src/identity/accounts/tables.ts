import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';

/** The rules of the instance that a member agreed to when signing up. */
export interface Consent {
  /** SHA-256 of the text of the rules, in hex. */
  rules: string;
  /** When they agreed, ISO 8601. */
  at: string;
}

/** Accounts of the embedded identity provider. */
export function accountTables({ table, index, uniqueIndex, id, str, flag, instant, json }: Kit) {
  const authUsers = table(
    'auth_users',
    {
      id: id('id').primaryKey(),
      /** Lower case. */
      email: str('email').notNull(),
      /** Null while the address is unconfirmed: until then, each sign-up attempt stores its own hash with its link. */
      passwordHash: str('password_hash'),
      confirmedAt: instant('confirmed_at'),
      /** Confirmed by AUTH_AUTOCONFIRM instead of by mail, so ownership of the address is unproven. */
      isAutoConfirmed: flag('is_auto_confirmed').notNull().default(false),
      /** Null while the account has its original address. ADMIN_EMAILS ignores accounts that changed it. */
      emailChangedAt: instant('email_changed_at'),
      /** The username chosen at sign-up; the member gets it at the first sign-in if it is still free. */
      promisedUsername: str('promised_username').notNull(),
      userMetadata: json<Record<string, unknown>>('user_metadata').notNull(),
      /** The invitation with which the account signed up; it is used up when the address is confirmed. */
      inviteId: id('invite_id'),
      /** Null if the instance had no rules at sign-up. */
      consent: json<Consent>('consent'),
      bannedUntil: instant('banned_until'),
      lastSignInAt: instant('last_sign_in_at'),
      createdAt: instant('created_at').notNull(),
      updatedAt: instant('updated_at').notNull(),
    },
    (t) => [
      uniqueIndex('auth_users_email').on(t.email),
      index('auth_users_unconfirmed').on(t.confirmedAt, t.updatedAt),
      index('auth_users_banned').on(t.bannedUntil).where(sql`banned_until is not null`),
    ],
  );

  return { authUsers };
}
