import type { User } from '@selvedge/shared/users';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { createStore } from 'zustand/vanilla';
import {
  discordSyncFailed,
  forgetDiscordSync,
  needsDiscordSync,
  providerReturn,
  syncDiscord,
} from './discord.ts';
import { hasStoredSession, providerOptions, STORAGE_KEY, storedUserId } from './provider.ts';
import { recoveryEnded, recoveryStarted } from './recovery.ts';
import { missingFactor } from './second-step.ts';
import { removeStoredUser, storedUser, storeUser } from './stored-user.ts';
import { cachedUser, cacheUser, clearUserCache } from './user-cache.ts';

/** Delay before the server is asked again who is signed in, when it could not be reached. */
const RETRY_MS = 5_000;

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: User }
  /** `factorId`: the password was right, and this authenticator app's code is still to be entered. */
  | { status: 'signed-out'; user: null; factorId?: string };

const signedOut: SessionState = { status: 'signed-out', user: null };

/** Who is signed in. */
export const session = createStore<SessionState>(() => ({ status: 'loading', user: null }));

type TokenListener = (accessToken: string) => void;
const tokenListeners = new Set<TokenListener>();

/** Listens for new access tokens of the session. */
export const onTokenRefreshed = (listener: TokenListener): void => void tokenListeners.add(listener);

let loading: Promise<GoTrueClient> | null = null;

/** The auth client, loaded when somebody is signed in or wants to sign in. */
export function authClient(): Promise<GoTrueClient> {
  loading ??= import('@supabase/auth-js').then(({ GoTrueClient, navigatorLock }) => {
    const client = new GoTrueClient({
      ...providerOptions(),
      storageKey: STORAGE_KEY,
      flowType: 'pkce',
      experimental: { recoveryCodes: true },
      // With this lock one tab refreshes an expired token for all; without it, every tab would.
      lock: navigatorLock,
    });
    client.onAuthStateChange((event, current) => {
      // Events repeat on load, on focus and from other tabs, so the handler may run again. It runs later, because the
      // client holds its lock while it calls listeners: a call to it from here would deadlock.
      setTimeout(() => void onAuthEvent(event, current), 0);
    });
    return client;
  });
  // A failed load is not cached: the next caller tries again.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function onAuthEvent(event: string, current: Session | null): Promise<void> {
  if (event === 'SIGNED_OUT') clearSession();
  if (!current) return;
  if (event === 'PASSWORD_RECOVERY') recoveryStarted();
  if (event === 'TOKEN_REFRESHED' || event === 'MFA_CHALLENGE_VERIFIED') {
    for (const listener of tokenListeners) listener(current.access_token);
  }
  // Whatever the event, there is a session. During the start of the page, `startSession` asks for the user itself,
  // except for one whose profile is to be synced with Discord first.
  const { status, user } = session.getState();
  const isToSync = event === 'SIGNED_IN' && needsDiscordSync(current);
  if (status === 'loading' && !isToSync) return;
  if (user?.id === current.user.id && event !== 'USER_UPDATED' && !isToSync) return;
  // Without a network the user is unknown; the next refresh asks again.
  await loadUser(current).catch(() => undefined);
}

function clearSession(): void {
  clearUserCache();
  removeStoredUser();
  forgetDiscordSync();
  recoveryEnded();
  session.setState(signedOut, true);
}

/** A token issued within the last minute, in seconds, cannot have been refused for its age. */
const FRESH = 60;
const isFresh = ({ expires_at = 0, expires_in }: Session) =>
  Math.abs(Date.now() / 1000 - (expires_at - expires_in)) < FRESH;

/** The current session, refreshed if it has expired or when asked for `anew`. Rejects when that cannot be told now. */
async function currentSession(anew = false): Promise<Session | null> {
  if (!hasStoredSession()) return null;
  const client = await authClient();
  const { data, error } = await client.getSession();
  if (error && hasStoredSession()) throw error;
  if (!anew || !data.session || isFresh(data.session)) return data.session;
  const refreshed = await client.refreshSession();
  // The auth client drops a session that the provider refuses to refresh; if it is still stored, the refresh only
  // failed.
  if (refreshed.error && hasStoredSession()) throw refreshed.error;
  return refreshed.data.session;
}

/**
 * The current access token, refreshed if necessary; null when nobody is signed in. Rejects when that cannot be told
 * now: without a network the session still exists.
 * @param asked `anew`: the server has refused the current token
 */
export const accessToken = async (asked?: { anew: boolean }): Promise<string | null> =>
  (await currentSession(asked?.anew))?.access_token ?? null;

async function fetchUser(token: string): Promise<User | null> {
  const response = await fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } });
  return response.ok ? ((await response.json()) as User) : null;
}

/** Takes over the signed-in person as the server has just answered. */
export function userReceived(user: User): void {
  cacheUser(user);
  storeUser(user);
  session.setState({ status: 'signed-in', user }, true);
}

async function askForUser(current: Session): Promise<void> {
  const factorId = missingFactor(current);
  if (factorId) {
    clearUserCache();
    session.setState({ status: 'signed-out', user: null, factorId }, true);
    return;
  }
  const isToSync = needsDiscordSync(current);
  const synced = isToSync ? await syncDiscord(current) : null;
  const user = synced ?? (await fetchUser(current.access_token));
  if (isToSync && !synced) discordSyncFailed();
  if (user) userReceived(user);
  else clearSession();
}

let asked: { token: string; answer: Promise<void> } | null = null;

/** Asks the server whose session it is; concurrent calls share one request. A refusal ends the session here. */
function loadUser(current: Session): Promise<void> {
  if (asked?.token !== current.access_token) {
    const answer = askForUser(current).finally(() => {
      asked = null;
    });
    asked = { token: current.access_token, answer };
  }
  return asked.answer;
}

/** Without the server, the person who was last signed in here stays signed in: their session has not ended. */
function goOnWithKept(): void {
  const user = hasStoredSession() ? storedUser() : null;
  if (user) session.setState({ status: 'signed-in', user }, true);
  else session.setState(signedOut, true);
}

function endLoading(): void {
  if (session.getState().status === 'loading') goOnWithKept();
}

/** Finds out who is signed in: from this tab's cache, or from the provider. */
export async function startSession(): Promise<void> {
  const isReturning = providerReturn() === 'code';
  const cached = hasStoredSession() && !isReturning ? cachedUser() : null;
  // In another tab somebody else may have signed in since.
  if (cached && cached.id === storedUserId()) {
    session.setState({ status: 'signed-in', user: cached }, true);
    // Loaded all the same: the auth client refreshes the session in time and follows other tabs.
    void authClient();
    return;
  }
  // Offline, the auth client would retry the refresh of an expired session for a while: show the kept user meanwhile.
  if (navigator.onLine === false) goOnWithKept();
  try {
    // Exchanges the code in the address for a session.
    if (isReturning) await (await authClient()).initialize();
    const current = await currentSession();
    if (!current) clearSession();
    // The auth client reports SIGNED_IN on load: that syncs the profile, and then there is a user.
    else if (!isReturning && !missingFactor(current) && needsDiscordSync(current)) endLoading();
    else await loadUser(current);
  } catch {
    // The server was not reached: asks again after a while.
    goOnWithKept();
    const unsure = session.getState();
    setTimeout(() => {
      if (session.getState() === unsure) void startSession();
    }, RETRY_MS);
  }
}

/** When another tab signs somebody in, signs them in here too, whether or not the auth client is loaded. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== null && session.getState().status === 'signed-out') {
      void startSession();
    }
  });
}

/** @throws an error that a person may read */
export async function signIn(email: string, password: string): Promise<void> {
  const { data, error } = await (await authClient()).signInWithPassword({ email, password });
  if (error) throw error;
  await loadUser(data.session);
  if (session.getState().status !== 'signed-in') throw new Error('Sign in failed');
}

/** Fetches the signed-in person again after a change. Rejects without a network. */
export async function refreshUser(): Promise<void> {
  const current = await currentSession();
  if (current) await loadUser(current);
}

/** Enters the code of an authenticator app, the second step of a sign-in. @throws an error that a person may read */
export async function enterCode(factorId: string, code: string): Promise<void> {
  const { error } = await (await authClient()).mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  const current = await currentSession();
  if (current) await loadUser(current);
}

/** Drops the session here, whatever the server answers. */
export async function dropSession(): Promise<void> {
  await (await authClient()).signOut({ scope: 'local' }).catch(() => undefined);
  localStorage.removeItem(STORAGE_KEY);
  clearSession();
}

/** Ends the session here and on the server, and clears what this tab knows of the person. */
export async function signOut(): Promise<void> {
  const token = await accessToken().catch(() => null);
  await dropSession();
  // The provider may be unreachable; then this call ends the session, or its expiry does.
  await fetch('/api/auth/signout', {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch(() => undefined);
}
