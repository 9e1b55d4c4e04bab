import type { Session } from '@supabase/auth-js';
import { claimsOf } from './token-claims.ts';

/** The factors with which a member can complete two-step sign-in. */
export type SecondStep = NonNullable<Session['user']['factors']>;

/** The factors of which this session still needs one; null if it needs none. */
export function missingStep({ user, access_token }: Session): SecondStep | null {
  const factors = user.factors?.filter(({ status }) => status === 'verified');
  return factors?.[0] && claimsOf(access_token).aal !== 'aal2' ? factors : null;
}
