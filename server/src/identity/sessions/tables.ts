import type { EndReason } from '@selvedge/shared/platform/realtime';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

export interface AuthMethod {
  method:
    | 'password'
    | 'otp'
    | 'recovery'
    | 'oauth'
    | 'passkey'
    | 'totp'
    | 'mfa/webauthn'
    | 'mfa/recovery_code';
  /** Seconds since the epoch. */
  timestamp: number;
}

export function sessionTables(
  { table, index, id, str, int, instant, json }: Kit,
  { authUsers }: Referenced<'authUsers'>,
) {
  const authSessions = table(
    'auth_sessions',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      /** Salt of the key that derives this session's refresh tokens; no token is stored. */
      salt: str('salt').notNull(),
      counter: int('counter').notNull(),
      /** The highest counter whose access token has been presented. */
      delivered: int('delivered').notNull(),
      /** SHA-256 of the token that raised `delivered`, whose signature was verified; null if none did yet. */
      deliveredHash: str('delivered_hash'),
      aal: str('aal').notNull(),
      amr: json<AuthMethod[]>('amr').notNull(),
      /** When the member last gave a fresh proof in this session; null if never. */
      provenAt: instant('proven_at'),
      refreshedAt: instant('refreshed_at').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      index('auth_sessions_user').on(t.userId),
      index('auth_sessions_refreshed').on(t.refreshedAt),
      index('auth_sessions_created').on(t.createdAt),
    ],
  );

  /** The code mailed to a member as a fresh proof for a session. */
  const authNonces = table(
    'auth_nonces',
    {
      sessionId: id('session_id')
        .primaryKey()
        .references(() => authSessions.id, { onDelete: 'cascade' }),
      /** HMAC-SHA256 of the session, the address and the code, under a key derived from AUTH_SECRET. */
      hash: str('hash').notNull(),
      tries: int('tries').notNull(),
      expiresAt: instant('expires_at').notNull(),
    },
    (t) => [index('auth_nonces_expires').on(t.expiresAt)],
  );

  /** Recently ended sessions. Each process reads here which sessions the others have ended. */
  const authEnded = table(
    'auth_ended',
    {
      sessionId: id('session_id').primaryKey(),
      reason: str('reason').$type<EndReason>().notNull(),
      endedAt: instant('ended_at').notNull(),
    },
    (t) => [index('auth_ended_at').on(t.endedAt)],
  );

  return { authSessions, authNonces, authEnded };
}
