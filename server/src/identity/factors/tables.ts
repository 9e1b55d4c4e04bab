import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** The second step of signing in. */
export function factorTables(
  { table, index, id, str, int, instant }: Kit,
  { authUsers }: Referenced<'authUsers'>,
) {
  const authFactors = table(
    'auth_factors',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      /** `webauthn`: the member's passkeys together, in one row whose id is the member's. */
      type: str('type').$type<'totp' | 'webauthn'>().notNull().default('totp'),
      friendlyName: str('friendly_name').notNull(),
      /** Sealed with a key derived from AUTH_SECRET; empty for passkeys. */
      sealedSecret: str('sealed_secret').notNull(),
      /**
       * Since when the member has had two-step sign-in without a gap: a factor added beside another inherits its time.
       * Null until the first code was entered; until then the factor is not active.
       */
      onSince: instant('verified_at'),
      /** The 30-second step of the last accepted code, so that no code works twice. */
      lastStep: int('last_step').notNull(),
      createdAt: instant('created_at').notNull(),
      updatedAt: instant('updated_at').notNull(),
    },
    (t) => [index('auth_factors_user').on(t.userId)],
  );

  /** Recovery codes, which replace the authenticator app. A used code is deleted. */
  const authRecoveryCodes = table(
    'auth_recovery_codes',
    {
      /** HMAC-SHA256 of the account and the code, under a key derived from AUTH_SECRET. */
      hash: str('hash').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('auth_recovery_codes_user').on(t.userId)],
  );

  const authChallenges = table(
    'auth_challenges',
    {
      id: id('id').primaryKey(),
      factorId: id('factor_id')
        .notNull()
        .references(() => authFactors.id, { onDelete: 'cascade' }),
      tries: int('tries').notNull(),
      expiresAt: instant('expires_at').notNull(),
    },
    (t) => [index('auth_challenges_factor').on(t.factorId), index('auth_challenges_expires').on(t.expiresAt)],
  );

  return { authFactors, authRecoveryCodes, authChallenges };
}
