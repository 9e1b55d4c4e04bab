import type { User } from '@selvedge/shared/users';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { createStore } from 'zustand/vanilla';
import { discordReturn, forgetDiscordSync, needsDiscordSync, syncDiscord } from './discord.ts';
import { forgetKeptUser, keepUser, keptUser } from './kept-user.ts';
import { hasStoredSession, providerOptions, STORAGE_KEY } from './provider.ts';
import { missingFactor } from './second-step.ts';
import { cachedUser, cacheUser, clearUserCache } from './user-cache.ts';

/** How long after the server was not reached it is asked again who is signed in. */
const RETRY_MS = 5_000;

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: User }
  /** With the authenticator app whose code is still to be entered, where the password was right. */
  | { status: 'signed-out'; user: null; factorId?: string };

const signedOut: SessionState = { status: 'signed-out', user: null };

/** Who is signed in. */
export const session = createStore<SessionState>(() => ({ status: 'loading', user: null }));

type TokenListener = (accessToken: string) => void;
const tokenListeners = new Set<TokenListener>();

/** Hears of each new access token of the session. */
export const onTokenRefreshed = (listener: TokenListener): void => void tokenListeners.add(listener);

let loading: Promise<GoTrueClient> | null = null;

/** The provider's client, loaded when somebody is signed in or wants to be. */
export function authClient(): Promise<GoTrueClient> {
  loading ??= import('@supabase/auth-js').then(({ GoTrueClient, navigatorLock }) => {
    const client = new GoTrueClient({
      ...providerOptions(),
      storageKey: STORAGE_KEY,
      flowType: 'pkce',
      // Without it every tab refreshes an expired token for itself; with it one does, for all of them.
      lock: navigatorLock,
    });
    client.onAuthStateChange((event, current) => {
      // Events repeat on load, on focus and in other tabs, so each of these may run again.
      // The client holds its lock while it tells: whatever asks it something has to wait for that.
      setTimeout(() => void onAuthEvent(event, current), 0);
    });
    return client;
  });
  // What could not be loaded is loaded by the next who asks.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function onAuthEvent(event: string, current: Session | null): Promise<void> {
  if (event === 'SIGNED_OUT') clearSession();
  if (!current) return;
  if (event === 'TOKEN_REFRESHED' || event === 'MFA_CHALLENGE_VERIFIED') {
    for (const listener of tokenListeners) listener(current.access_token);
  }
  // Whatever the event was: there is a session. The start of the page asks by itself.
  const { status, user } = session.getState();
  if (status === 'loading') return;
  if (user?.id === current.user.id && event !== 'USER_UPDATED') return;
  // Without a network nothing is known; the next refresh asks again.
  await loadUser(current).catch(() => undefined);
}

function clearSession(): void {
  clearUserCache();
  forgetKeptUser();
  forgetDiscordSync();
  session.setState(signedOut, true);
}

/** One that was given so lately, in seconds, is not refused for its age. */
const FRESH = 60;
const isFresh = ({ expires_at = 0, expires_in }: Session) =>
  Math.abs(Date.now() / 1000 - (expires_at - expires_in)) < FRESH;

/** The present session, refreshed if need be, or if it is asked for `anew`. Rejects when nobody can tell now. */
async function currentSession(anew = false): Promise<Session | null> {
  if (!hasStoredSession()) return null;
  const client = await authClient();
  const { data, error } = await client.getSession();
  if (error && hasStoredSession()) throw error;
  if (!anew || !data.session || isFresh(data.session)) return data.session;
  const refreshed = await client.refreshSession();
  // The client forgets a session that the provider does not go on with.
  if (refreshed.error && hasStoredSession()) throw refreshed.error;
  return refreshed.data.session;
}

/**
 * The present access token, refreshed if need be; null when nobody is signed in.
 * Rejects when that cannot be told now: without a network the session is still there.
 * @param asked `anew`: the server has refused the present one.
 */
export const accessToken = async (asked?: { anew: boolean }): Promise<string | null> =>
  (await currentSession(asked?.anew))?.access_token ?? null;

async function fetchUser(token: string): Promise<User | null> {
  const response = await fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } });
  return response.ok ? ((await response.json()) as User) : null;
}

/** The signed-in person as the server has just told them. */
export function userTold(user: User): void {
  cacheUser(user);
  keepUser(user);
  session.setState({ status: 'signed-in', user }, true);
}

async function askForUser(current: Session): Promise<void> {
  const factorId = missingFactor(current);
  if (factorId) {
    clearUserCache();
    session.setState({ status: 'signed-out', user: null, factorId }, true);
    return;
  }
  const synced = needsDiscordSync(current) ? await syncDiscord(current) : null;
  const user = synced ?? (await fetchUser(current.access_token));
  if (user) userTold(user);
  else clearSession();
}

let asked: { token: string; answer: Promise<void> } | null = null;

/** Asks the server who holds the session, once however many ask. An answer that is none clears the user. */
function loadUser(current: Session): Promise<void> {
  if (asked?.token !== current.access_token) {
    const answer = askForUser(current).finally(() => {
      asked = null;
    });
    asked = { token: current.access_token, answer };
  }
  return asked.answer;
}

/** Without the server, whoever was signed in here last still is: their session has not ended. */
function goOnWithKept(): void {
  const user = hasStoredSession() ? keptUser() : null;
  if (user) session.setState({ status: 'signed-in', user }, true);
  else session.setState(signedOut, true);
}

/** Finds out who is signed in: from the cache of this tab, or from the provider. */
export async function startSession(): Promise<void> {
  const isReturning = discordReturn() === 'code';
  const cached = hasStoredSession() && !isReturning ? cachedUser() : null;
  if (cached) {
    session.setState({ status: 'signed-in', user: cached }, true);
    // The client refreshes the session in time, and hears what other tabs do.
    void authClient();
    return;
  }
  // The provider's client tries for a while to refresh a session that has expired.
  if (navigator.onLine === false) goOnWithKept();
  try {
    // Turns the code in the address into a session.
    if (isReturning) await (await authClient()).initialize();
    const current = await currentSession();
    if (current) await loadUser(current);
    else clearSession();
  } catch {
    // Not reached: the session is there when the server is back.
    goOnWithKept();
    const unsure = session.getState();
    setTimeout(() => {
      if (session.getState() === unsure) void startSession();
    }, RETRY_MS);
  }
}

/** Another tab signs somebody in: this one is theirs, too, whether or not it has the provider's client yet. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== null && session.getState().status === 'signed-out') {
      void startSession();
    }
  });
}

/** @throws an error whose message a person may read. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data, error } = await (await authClient()).signInWithPassword({ email, password });
  if (error) throw error;
  await loadUser(data.session);
  if (session.getState().status !== 'signed-in') throw new Error('Sign in failed');
}

/** Asks again who is signed in, after something of theirs has changed. Rejects without a network. */
export async function refreshUser(): Promise<void> {
  const current = await currentSession();
  if (current) await loadUser(current);
}

/** Enters the code of an authenticator app, the second step of signing in. @throws an error that a person may read. */
export async function enterCode(factorId: string, code: string): Promise<void> {
  const { error } = await (await authClient()).mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  const current = await currentSession();
  if (current) await loadUser(current);
}

/** Forgets the session here, whatever the server answers. */
export async function dropSession(): Promise<void> {
  await (await authClient()).signOut({ scope: 'local' }).catch(() => undefined);
  localStorage.removeItem(STORAGE_KEY);
  clearSession();
}

/** Ends this session here and on the server; nothing of the person stays. */
export async function signOut(): Promise<void> {
  const token = await accessToken().catch(() => null);
  await dropSession();
  // The provider may have been out of reach; then the product's own call, or the end of the session, does it.
  await fetch('/api/auth/signout', {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch(() => undefined);
}
