import type { EndReason } from '@selvedge/shared/platform/realtime';
import { sql } from 'drizzle-orm';
import type { Kit } from './kit.ts';

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

/** Another provider that members sign in with: Discord, or the instance's own OpenID Connect provider. */
export type ExternalProvider = 'discord' | 'oidc';

/** What a passkey signs a challenge for. */
export type PasskeyPurpose = 'registration' | 'sign_in' | 'second_step' | 'proof';

/** A member's profile at an external provider; field names as in the contract's `identity_data`. */
export interface IdentityProfile {
  user_name: string;
  full_name: string;
  avatar_url: string | null;
}

/** The rules of the instance that a member agreed to when signing up. */
export interface Consent {
  /** SHA-256 of the text of the rules, in hex. */
  rules: string;
  /** When they agreed, ISO 8601. */
  at: string;
}

/** The tables of the embedded identity provider. */
export function identityTables({ table, index, uniqueIndex, id, str, int, flag, instant, json }: Kit) {
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

  const authIdentities = table(
    'auth_identities',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      provider: str('provider').notNull(),
      subject: str('subject').notNull(),
      /** The member's profile at the external provider, as of their last sign-in through it. */
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

  const authKeys = table(
    'auth_keys',
    {
      kid: str('kid').primaryKey(),
      /** Sequence number; unique, so that only one node creates the next key. */
      generation: int('generation').notNull(),
      publicJwk: json<Record<string, unknown>>('public_jwk').notNull(),
      /** The private key, sealed with a key derived from AUTH_SECRET; erased once the key is retired. */
      sealedPrivateJwk: str('sealed_private_jwk'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [uniqueIndex('auth_keys_generation').on(t.generation)],
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

  /** Audit log of accounts. It contains no secrets or e-mail addresses, and outlives the accounts. */
  const authAudit = table(
    'auth_audit',
    {
      id: id('id').primaryKey(),
      action: str('action').notNull(),
      userId: id('user_id'),
      /** Network address of the client; null after account deletion. */
      address: str('address'),
      at: instant('at').notNull(),
    },
    (t) => [
      index('auth_audit_at').on(t.at),
      index('auth_audit_user').on(t.userId, t.id),
      // An attacked account has many entries of failed sign-ins.
      index('auth_audit_known')
        .on(t.userId, t.address)
        .where(sql`action in ('signed_in', 'confirmed', 'recovery_used')`),
    ],
  );

  /** Rate limits: points used in a window that ends at `endsAt`. */
  const authLimits = table(
    'auth_limits',
    {
      /** Keyed hash of the limit and its subject. */
      key: str('key').primaryKey(),
      points: int('points').notNull(),
      endsAt: instant('ends_at').notNull(),
    },
    (t) => [index('auth_limits_ends').on(t.endsAt)],
  );

  const authFlows = table(
    'auth_flows',
    {
      /** SHA-256 of the OAuth state, or of the subsequent code. Each works once. */
      hash: str('hash').primaryKey(),
      stage: str('stage').$type<'state' | 'code'>().notNull(),
      /** The external provider that the flow goes through. */
      provider: str('provider').$type<ExternalProvider>().notNull().default('discord'),
      /** The PKCE challenge: SHA-256 of the verifier, which stays with the client that started the flow. */
      challenge: str('challenge').notNull(),
      /** The page to redirect back to. */
      redirect: str('redirect').notNull(),
      /**
       * SHA-256 of the cookie of the browser that started the flow; null for a code, which only the challenge
       * binds.
       */
      bind: str('bind'),
      /**
       * With a code: the account that signs in. With a state: the account to link, or null for a sign-in, whose
       * account is unknown until the provider redirects back.
       */
      userId: id('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
      /** The invitation with which an account may be created. */
      inviteId: id('invite_id'),
      /** What a newcomer agreed to before leaving for the provider. */
      consent: json<Consent>('consent'),
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
    authPasskeys,
    authPasskeyChallenges,
  };
}
