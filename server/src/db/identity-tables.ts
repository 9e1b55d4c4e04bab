import type { EndReason } from '@selvedge/shared/realtime';
import type { Kit } from './kit.ts';

export interface AuthMethod {
  method: 'password' | 'otp' | 'recovery' | 'oauth' | 'totp' | 'mfa/recovery_code';
  /** Seconds since the epoch. */
  timestamp: number;
}

/** A person as another provider knows them; the names are those of the provider contract's `identity_data`. */
export interface IdentityProfile {
  user_name: string;
  full_name: string;
  avatar_url: string | null;
}

/** The tables of the embedded identity provider. */
export function identityTables({ table, index, uniqueIndex, id, str, int, flag, instant, json }: Kit) {
  const authUsers = table(
    'auth_users',
    {
      id: id('id').primaryKey(),
      /** Lower case. */
      email: str('email').notNull(),
      /** Null while the address is unconfirmed: until then each sign-up attempt keeps its own with its link. */
      passwordHash: str('password_hash'),
      confirmedAt: instant('confirmed_at'),
      /** Confirmed by AUTH_AUTOCONFIRM and not by a mail, which proves nothing about who holds the address. */
      isAutoConfirmed: flag('is_auto_confirmed').notNull().default(false),
      /** Null while the account has its first address. ADMIN_EMAILS makes no admin of an account that changed it. */
      emailChangedAt: instant('email_changed_at'),
      /** The name told at sign-up; the member gets it at their first sign-in if it is still free. */
      promisedUsername: str('promised_username').notNull(),
      userMetadata: json<Record<string, unknown>>('user_metadata').notNull(),
      bannedUntil: instant('banned_until'),
      lastSignInAt: instant('last_sign_in_at'),
      createdAt: instant('created_at').notNull(),
      updatedAt: instant('updated_at').notNull(),
    },
    (t) => [
      uniqueIndex('auth_users_email').on(t.email),
      index('auth_users_unconfirmed').on(t.confirmedAt, t.updatedAt),
    ],
  );

  const authIdentities = table(
    'auth_identities',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      provider: str('provider').notNull(),
      subject: str('subject').notNull(),
      /** What the other provider said of the person at their last sign-in through it. */
      profile: json<IdentityProfile>('profile'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('auth_identities_subject').on(t.provider, t.subject),
      index('auth_identities_user').on(t.userId),
    ],
  );

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
      aal: str('aal').notNull(),
      amr: json<AuthMethod[]>('amr').notNull(),
      /** When the person last proved in this session that the account is theirs; null if they never did. */
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

  /** The code that was mailed to somebody who is to prove in a session that the account is theirs. */
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

  const authLinks = table(
    'auth_links',
    {
      /** SHA-256 of the token in the mail. */
      hash: str('hash').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      type: str('type').$type<'signup' | 'recovery' | 'email_change'>().notNull(),
      /** Of a sign-up attempt: what its link activates. */
      passwordHash: str('password_hash'),
      userMetadata: json<Record<string, unknown>>('user_metadata'),
      /** Of a sign-up attempt: the path of this site that the person wanted to go to. */
      nextPath: str('next_path'),
      /** Of a change of e-mail: the address that is to be. */
      newEmail: str('new_email'),
      /** Of a change of e-mail: this is the link to the new address, mailed once that to the old one has been used. */
      isLast: flag('is_last').notNull().default(false),
      expiresAt: instant('expires_at').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('auth_links_user').on(t.userId), index('auth_links_expires').on(t.expiresAt)],
  );

  const authKeys = table(
    'auth_keys',
    {
      kid: str('kid').primaryKey(),
      /** Numbers the keys; being unique, it lets only one of several nodes make the next. */
      generation: int('generation').notNull(),
      publicJwk: json<Record<string, unknown>>('public_jwk').notNull(),
      /** The private key, sealed with a key derived from AUTH_SECRET. */
      sealedPrivateJwk: str('sealed_private_jwk').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [uniqueIndex('auth_keys_generation').on(t.generation)],
  );

  /** Sessions that ended recently: every process learns here of those that another one ended. */
  const authEnded = table(
    'auth_ended',
    {
      sessionId: id('session_id').primaryKey(),
      reason: str('reason').$type<EndReason>().notNull(),
      endedAt: instant('ended_at').notNull(),
    },
    (t) => [index('auth_ended_at').on(t.endedAt)],
  );

  /** What was done to accounts. No secrets and no e-mail addresses, and it outlives the accounts. */
  const authAudit = table(
    'auth_audit',
    {
      id: id('id').primaryKey(),
      action: str('action').notNull(),
      userId: id('user_id'),
      /** The network address that it came from; none of whoever has deleted their account. */
      address: str('address'),
      at: instant('at').notNull(),
    },
    (t) => [index('auth_audit_at').on(t.at), index('auth_audit_user').on(t.userId, t.id)],
  );

  /** Rate limits: how many points were used up in a window that ends at `endsAt`. */
  const authLimits = table(
    'auth_limits',
    {
      /** What is limited and for whom, as a keyed hash. */
      key: str('key').primaryKey(),
      points: int('points').notNull(),
      endsAt: instant('ends_at').notNull(),
    },
    (t) => [index('auth_limits_ends').on(t.endsAt)],
  );

  const authFlows = table(
    'auth_flows',
    {
      /** SHA-256 of the OAuth state, or of the code that follows it. Each works once. */
      hash: str('hash').primaryKey(),
      stage: str('stage').$type<'state' | 'code'>().notNull(),
      /** The PKCE challenge: SHA-256 of the verifier, which the client that began the flow keeps. */
      challenge: str('challenge').notNull(),
      /** The page to redirect back to. */
      redirect: str('redirect').notNull(),
      /** SHA-256 of the cookie of the browser that began; null for a code, which only the challenge binds. */
      bind: str('bind'),
      /** The account that was signed in to; null before the person comes back from the provider. */
      userId: id('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
      expiresAt: instant('expires_at').notNull(),
    },
    (t) => [index('auth_flows_expires').on(t.expiresAt), index('auth_flows_user').on(t.userId)],
  );

  const authFactors = table(
    'auth_factors',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      friendlyName: str('friendly_name').notNull(),
      /** Sealed with a key derived from AUTH_SECRET. */
      sealedSecret: str('sealed_secret').notNull(),
      /** Null until its first code was entered: until then the factor guards nothing. */
      verifiedAt: instant('verified_at'),
      /** The 30-second step of the last code taken: no code works twice. */
      lastStep: int('last_step').notNull(),
      createdAt: instant('created_at').notNull(),
      updatedAt: instant('updated_at').notNull(),
    },
    (t) => [index('auth_factors_user').on(t.userId)],
  );

  /** What signs in instead of a code of an authenticator app. A used one is deleted. */
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

  return {
    authUsers,
    authIdentities,
    authSessions,
    authNonces,
    authLinks,
    authKeys,
    authEnded,
    authAudit,
    authLimits,
    authFlows,
    authFactors,
    authRecoveryCodes,
    authChallenges,
  };
}
