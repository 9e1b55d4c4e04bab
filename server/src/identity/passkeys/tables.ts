import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** What a passkey signs a challenge for. */
export type PasskeyPurpose = 'registration' | 'sign_in' | 'second_step' | 'proof';

export function passkeyTables(
  { table, index, uniqueIndex, id, str, int, instant, json }: Kit,
  { authUsers }: Referenced<'authUsers'>,
) {
  const authPasskeys = table(
    'auth_passkeys',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      /** The credential's id and COSE public key, base64url. */
      credentialId: str('credential_id').notNull(),
      publicKey: str('public_key').notNull(),
      /** The signature counter, an unsigned number of 32 bits, stored as a signed one. */
      counter: int('counter').notNull(),
      /** How browsers reach the authenticator: a hint for them. */
      transports: json<string[]>('transports').notNull(),
      name: str('name').notNull(),
      createdAt: instant('created_at').notNull(),
      lastUsedAt: instant('last_used_at'),
    },
    (t) => [
      uniqueIndex('auth_passkeys_credential').on(t.credentialId),
      index('auth_passkeys_user').on(t.userId),
    ],
  );

  /** Open challenges for passkeys. Each works once, and for one purpose. */
  const authPasskeyChallenges = table(
    'auth_passkey_challenges',
    {
      id: id('id').primaryKey(),
      /** The random bytes that the passkey signs, base64url. */
      challenge: str('challenge').notNull(),
      purpose: str('purpose').$type<PasskeyPurpose>().notNull(),
      /** The only session that may use it; null for a sign-in. */
      sessionId: id('session_id'),
      expiresAt: instant('expires_at').notNull(),
    },
    (t) => [index('auth_passkey_challenges_expires').on(t.expiresAt)],
  );

  return { authPasskeys, authPasskeyChallenges };
}
