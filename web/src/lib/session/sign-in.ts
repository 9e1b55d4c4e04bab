import type { Session } from '@supabase/auth-js';
import { holdCalls } from '../api.ts';
import { authClient, currentSession, dropSession, loadUser, NOT_ACTIVE, session } from './session.ts';

// Not in `session.ts`, which every page loads.

/** @throws an error with a text for the user */
export async function signIn(email: string, password: string): Promise<void> {
  const { data, error } = await (await authClient()).signInWithPassword({ email, password });
  if (error) throw error;
  await openSession(data.session);
  if (session.getState().status !== 'signed-in') throw new Error('Sign in failed');
}

/**
 * Fetches the user of a session that was just opened. If this server refuses it, the provider knows an account that is
 * deleted or suspended here: the session is ended again.
 * @throws an error with a text for the user
 */
export async function openSession(opened: Session): Promise<void> {
  if (!(await loadUser(opened))) return;
  await dropSession();
  throw new Error(NOT_ACTIVE);
}

/**
 * Enters the code of an authenticator app, the second step of a sign-in. @throws an error with a text for the
 * user
 */
export async function enterCode(factorId: string, code: string): Promise<void> {
  const { mfa } = await authClient();
  const verified = mfa.challengeAndVerify({ factorId, code });
  holdCalls(verified);
  const { error } = await verified;
  if (error) throw error;
  const current = await currentSession();
  if (current) await openSession(current);
}
