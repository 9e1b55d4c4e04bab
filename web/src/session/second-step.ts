import type { Session } from '@supabase/auth-js';
import { claimsOf } from './token-claims.ts';

/** The authenticator app whose code this session still needs; null if none. */
export function missingFactor({ user, access_token }: Session): string | null {
  const verified = user.factors?.find(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );
  return verified && claimsOf(access_token).aal !== 'aal2' ? verified.id : null;
}
