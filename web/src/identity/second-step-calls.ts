import { YOUNG_STEP_MS } from '@selvedge/shared/identity/two-step';
import type { Session } from '@supabase/auth-js';
import { isHosted } from '../lib/session/provider.ts';
import { accessToken, authClient, refreshUser } from '../lib/session/session.ts';
import { claimsOf } from '../lib/session/token-claims.ts';

/** An authenticator app that may be removed without its code. */
export interface RecentFactor {
  id: string;
  /** ISO time. */
  addedAt: string;
}

/** The embedded provider also returns since when two-step sign-in has been on. */
type ProviderFactor = NonNullable<Session['user']['factors']>[number] & { on_since?: string };

/**
 * Enters a recovery code instead of the authenticator app's code. @throws an error with a text for the user
 */
export async function enterRecoveryCode(code: string): Promise<void> {
  const { error } = await (await authClient()).mfa.recoveryCodes.verify({ code });
  if (error) throw error;
  await refreshUser();
}

/** Removes an authenticator app. @throws an error with a text for the user */
export async function removeFactor(factorId: string): Promise<void> {
  const client = await authClient();
  const { error } = await client.mfa.unenroll({ factorId });
  if (error) throw error;
  // Without a refresh, the current session would still list the factor.
  await client.refreshSession();
}

/**
 * An app that may be removed without its code: after a recovery by mail, an intruder may have turned on recent two-step
 * sign-in.
 */
export async function findRecentFactor(): Promise<RecentFactor | null> {
  const token = await accessToken();
  if (isHosted || token === null || !claimsOf(token).amr.some(({ method }) => method === 'recovery'))
    return null;
  const { data } = await (await authClient()).getSession();
  const factors: ProviderFactor[] = data.session?.user.factors ?? [];
  const isOld = ({ on_since: since }: ProviderFactor) =>
    since && Date.now() - Date.parse(since) >= YOUNG_STEP_MS;
  const [factor] = factors.filter(({ on_since: since }) => since);
  return factor && !factors.some(isOld) ? { id: factor.id, addedAt: factor.created_at } : null;
}

/** Resumes a session that a page of the provider started in this browser, with its token in a cookie. */
export async function resumeSession(handle: string): Promise<void> {
  const { error } = await (await authClient()).refreshSession({ refresh_token: handle });
  if (error) throw error;
  await refreshUser();
}
