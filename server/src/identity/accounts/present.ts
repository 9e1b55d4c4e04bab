import type { AccountRow, FactorRow, IdentityRow } from '../queries.ts';

export type AuthUser = ReturnType<typeof presentAccount>;

/** Metadata that only the provider sets; clients cannot write to it. */
export function appMetadata(identities: Pick<IdentityRow, 'provider'>[]) {
  return {
    provider: identities[0]?.provider ?? 'email',
    providers: identities.map(({ provider }) => provider),
  };
}

const presentFactor = (factor: FactorRow) => ({
  id: factor.id,
  friendly_name: factor.friendlyName,
  factor_type: factor.type,
  status: factor.onSince ? 'verified' : 'unverified',
  ...(factor.onSince && { on_since: factor.onSince.toISOString() }),
  created_at: factor.createdAt.toISOString(),
  updated_at: factor.updatedAt.toISOString(),
});

export function presentAccount(account: AccountRow, identities: IdentityRow[], factors: FactorRow[]) {
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    phone: '',
    ...(account.confirmedAt && { email_confirmed_at: account.confirmedAt.toISOString() }),
    ...(account.lastSignInAt && { last_sign_in_at: account.lastSignInAt.toISOString() }),
    app_metadata: appMetadata(identities),
    user_metadata: account.userMetadata,
    identities: identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.subject,
      user_id: identity.userId,
      provider: identity.provider,
      identity_data: { ...identity.profile, email: account.email, sub: identity.subject },
    })),
    factors: factors.map(presentFactor),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
    is_anonymous: false,
  };
}

export interface AuthSession {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
  /** Seconds since the epoch. */
  expires_at: number;
  refresh_token: string;
  user: AuthUser;
}
