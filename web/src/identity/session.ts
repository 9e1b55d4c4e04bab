import type { User } from '@selvedge/shared/users';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { createStore } from 'zustand/vanilla';
import { cachedUser, cacheUser, clearUserCache } from './user-cache.ts';

/** The key under which auth-js keeps its session. */
const STORAGE_KEY = 'selvedge-auth';

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: User }
  | { status: 'signed-out'; user: null };

const signedOut: SessionState = { status: 'signed-out', user: null };

/** Who is signed in. */
export const session = createStore<SessionState>(() => ({ status: 'loading', user: null }));

type TokenListener = (accessToken: string) => void;
const tokenListeners = new Set<TokenListener>();

/** Hears of each refreshed access token. */
export const onTokenRefreshed = (listener: TokenListener): void => void tokenListeners.add(listener);

const hasStoredSession = () => localStorage.getItem(STORAGE_KEY) !== null;

let loading: Promise<GoTrueClient> | null = null;

/** The provider's client, loaded when somebody is signed in or wants to be. */
export function authClient(): Promise<GoTrueClient> {
  loading ??= import('@supabase/auth-js').then(({ GoTrueClient }) => {
    const client = new GoTrueClient({
      url: `${location.origin}/auth/v1`,
      storageKey: STORAGE_KEY,
      flowType: 'pkce',
    });
    client.onAuthStateChange((event, current) => {
      // Events repeat on load, on focus and in other tabs, so each of these may run again.
      // The client holds its lock while it tells: whatever asks it something has to wait for that.
      setTimeout(() => void onAuthEvent(event, current), 0);
    });
    return client;
  });
  return loading;
}

async function onAuthEvent(event: string, current: Session | null): Promise<void> {
  if (event === 'SIGNED_OUT') clearSession();
  if (event === 'TOKEN_REFRESHED' && current) {
    for (const listener of tokenListeners) listener(current.access_token);
  }
  const { user } = session.getState();
  if (event === 'SIGNED_IN' && current && user?.id !== current.user.id) await loadUser(current.access_token);
}

function clearSession(): void {
  clearUserCache();
  session.setState(signedOut, true);
}

/**
 * The present access token, refreshed if need be; null when nobody is signed in.
 * Rejects when that cannot be told now: without a network the session is still there.
 */
export async function accessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  const { data, error } = await (await authClient()).getSession();
  if (data.session) return data.session.access_token;
  if (error && hasStoredSession()) throw error;
  return null;
}

/** Asks the server who holds the token. An answer that is none clears the user. */
async function loadUser(token: string): Promise<void> {
  const response = await fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) return clearSession();
  const user = (await response.json()) as User;
  cacheUser(user);
  session.setState({ status: 'signed-in', user }, true);
}

/** Finds out who is signed in: from the cache of this tab, or from the provider. */
export async function startSession(): Promise<void> {
  if (!hasStoredSession()) return clearSession();
  const cached = cachedUser();
  if (cached) {
    session.setState({ status: 'signed-in', user: cached }, true);
    // The client refreshes the session in time, and hears what other tabs do.
    void authClient();
    return;
  }
  try {
    const token = await accessToken();
    if (token) await loadUser(token);
    else clearSession();
  } catch {
    clearSession();
  }
}

/** @throws an error whose message a person may read. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data, error } = await (await authClient()).signInWithPassword({ email, password });
  if (error) throw error;
  await loadUser(data.session.access_token);
}

/** Ends this session here and on the server; nothing of the person stays. */
export async function signOut(): Promise<void> {
  const client = await authClient();
  const token = await accessToken().catch(() => null);
  // The provider may be out of reach; then the product's own call, or the end of the session, does it.
  await client.signOut({ scope: 'local' }).catch(() => undefined);
  await fetch('/api/auth/signout', {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch(() => undefined);
  localStorage.removeItem(STORAGE_KEY);
  clearSession();
}

/** The server does not take the session any more: forgets it here. */
export async function dropSession(): Promise<void> {
  await (await authClient()).signOut({ scope: 'local' }).catch(() => undefined);
  localStorage.removeItem(STORAGE_KEY);
  clearSession();
}
