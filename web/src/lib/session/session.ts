import type { User } from '@selvedge/shared/members/users';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { createStore } from 'zustand/vanilla';
import { browserStorage } from '../browser-storage.ts';
import { storeOpenDrafts } from '../draft.ts';
import { clearDiscordSync, discordSyncFailed, needsDiscordSync, providerReturn } from './discord.ts';
import { leaveEnded, rememberSession } from './ended.ts';
import { hasStoredSession, STORAGE_KEY, storedUserId } from './provider.ts';
import { recoveryEnded, recoveryStarted } from './recovery.ts';
import { missingStep, type SecondStep } from './second-step.ts';
import { removeStoredUser, storedUser, storeUser } from './stored-user.ts';
import { cachedUser, cacheUser, clearUserCache } from './user-cache.ts';

export const NOT_ACTIVE = 'This account is not active here. Ask the people who run this site.';
/** Delay before fetching the user again when the server was unreachable. */
const RETRY_MS = 5_000;

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: User }
  /** `secondStep`: the password was right, and one of these factors is still missing. */
  | { status: 'signed-out'; user: null; secondStep?: SecondStep };

const signedOut: SessionState = { status: 'signed-out', user: null };

/** The signed-in user. */
export const session = createStore<SessionState>(() => ({ status: 'loading', user: null }));

type TokenListener = (accessToken: string) => void;
const tokenListeners = new Set<TokenListener>();

/** Subscribes to new access tokens of the session. */
export function onTokenRefreshed(listener: TokenListener): void {
  tokenListeners.add(listener);
}

let loading: Promise<GoTrueClient> | null = null;

/** The auth client, loaded once there is a session or someone signs in. */
export function authClient(): Promise<GoTrueClient> {
  loading ??= import('./auth-client.ts').then(({ newAuthClient }) => {
    const client = newAuthClient();
    client.onAuthStateChange((event, current) => {
      // Events repeat on load, on focus and from other tabs, so the handler may run again. It is deferred
      // because the client waits for its listeners, and they may not call it back meanwhile.
      setTimeout(() => void onAuthEvent(event, current), 0);
    });
    return client;
  });
  // A failed load is not cached: the next call retries.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function onAuthEvent(event: string, current: Session | null): Promise<void> {
  if (event === 'SIGNED_OUT') {
    // Before the session ends, because that closes the forms.
    storeOpenDrafts();
    clearSession();
  }
  if (!current) return;
  if (event === 'PASSWORD_RECOVERY') recoveryStarted();
  if (event === 'TOKEN_REFRESHED' || event === 'MFA_CHALLENGE_VERIFIED') {
    for (const listener of tokenListeners) listener(current.access_token);
  }
  // There is a session, whatever the event is. While the page starts, `startSession` fetches the user itself,
  // unless the profile has to be synced with Discord first.
  const { status, user } = session.getState();
  const isToSync = event === 'SIGNED_IN' && needsDiscordSync(current);
  if (status === 'loading' && !isToSync) return;
  if (user?.id === current.user.id && event !== 'USER_UPDATED' && !isToSync) return;
  // While offline the user is unknown; the next token refresh fetches it.
  await loadUser(current).catch(() => undefined);
}

/** @param options `isRefused`: the server refuses the session that is stored */
function clearSession({ isRefused = false } = {}): void {
  void leaveEnded(isRefused ? null : storedUserId());
  clearUserCache();
  removeStoredUser();
  clearDiscordSync();
  recoveryEnded();
  session.setState(signedOut, true);
}

const isRefusal = ({ status }: { status?: number | undefined }): boolean => status === 400 || status === 403;

/** A token issued within this many seconds cannot have been refused for its age. */
const FRESH = 60;
const isFresh = ({ expires_at = 0, expires_in }: Session) =>
  Math.abs(Date.now() / 1000 - (expires_at - expires_in)) < FRESH;

/**
 * The current session, refreshed if it has expired or if `forceRefresh` is set. Rejects while that is
 * impossible.
 */
export async function currentSession(forceRefresh = false): Promise<Session | null> {
  if (!hasStoredSession()) return null;
  const client = await authClient();
  const { data, error } = await client.getSession();
  if (error && hasStoredSession()) throw error;
  if (!forceRefresh || !data.session || isFresh(data.session)) return data.session;
  const refreshed = await client.refreshSession();
  // If the session is still stored, the provider may have been out of reach. The auth client also keeps a session whose
  // refresh was refused as long as its token has not expired, but this server has refused that already.
  if (refreshed.error && hasStoredSession() && !isRefusal(refreshed.error)) throw refreshed.error;
  return refreshed.data.session;
}

/**
 * The current access token, refreshed if necessary; null when signed out. Rejects while offline: the session
 * still exists then.
 * @param options `anew`: the server has refused the current token
 */
export async function accessToken(options?: { anew: boolean }): Promise<string | null> {
  return (await currentSession(options?.anew))?.access_token ?? null;
}

interface FetchedUser {
  user: User | null;
  /** The server knows whose token it is and refuses it. */
  isRefused: boolean;
}

async function fetchUser(token: string): Promise<FetchedUser> {
  const response = await fetch('/api/auth/user', { headers: { authorization: `Bearer ${token}` } });
  const user = response.ok ? ((await response.json()) as User) : null;
  return { user, isRefused: response.status === 401 };
}

/** Stores a user that was just fetched as the signed-in one. */
export function userReceived(user: User): void {
  cacheUser(user);
  storeUser(user);
  session.setState({ status: 'signed-in', user }, true);
}

/** @returns whether the server refuses the session */
async function fetchSessionUser(current: Session): Promise<boolean> {
  const secondStep = missingStep(current);
  if (secondStep) {
    clearUserCache();
    session.setState({ status: 'signed-out', user: null, secondStep }, true);
    return false;
  }
  const isToSync = needsDiscordSync(current);
  const synced = isToSync
    ? await import('./sync-discord.ts').then(({ syncDiscord }) => syncDiscord(current)).catch(() => null)
    : null;
  const fetched = synced ? { user: synced, isRefused: false } : await fetchUser(current.access_token);
  if (isToSync && !synced) discordSyncFailed();
  if (fetched.user) {
    rememberSession(current);
    userReceived(fetched.user);
  } else clearSession(fetched);
  return fetched.isRefused;
}

let userLoad: { token: string; done: Promise<boolean> } | null = null;

/**
 * Fetches the session's user; concurrent calls share one request. A refusal ends the session in this browser.
 * @returns whether the server refuses the session
 */
export function loadUser(current: Session): Promise<boolean> {
  if (userLoad?.token !== current.access_token) {
    const done = fetchSessionUser(current).finally(() => {
      userLoad = null;
    });
    userLoad = { token: current.access_token, done };
  }
  return userLoad.done;
}

/** While the server is unreachable, the last signed-in user stays signed in: their session has not ended. */
function restoreStoredUser(): void {
  const user = hasStoredSession() ? storedUser() : null;
  if (user) session.setState({ status: 'signed-in', user }, true);
  else session.setState(signedOut, true);
}

function endLoading(): void {
  if (session.getState().status === 'loading') restoreStoredUser();
}

/**
 * Determines the signed-in user from this tab's cache or from the provider.
 * @param onRefused called with a text for the user if this server refuses a session that the provider just opened
 */
export async function startSession(onRefused: (text: string) => void = () => undefined): Promise<void> {
  const isReturning = providerReturn() === 'code';
  const cached = hasStoredSession() && !isReturning ? cachedUser() : null;
  // Someone else may have signed in in another tab since.
  if (cached && cached.id === storedUserId()) {
    session.setState({ status: 'signed-in', user: cached }, true);
    // Loaded anyway: the auth client refreshes the session in time and follows other tabs.
    void authClient();
    return;
  }
  // While offline, the auth client keeps retrying to refresh an expired session: show the stored user
  // meanwhile.
  if (navigator.onLine === false) restoreStoredUser();
  try {
    // Exchanges the code in the URL for a session.
    if (isReturning) await (await authClient()).initialize();
    const current = await currentSession();
    if (!current) clearSession();
    // The auth client emits SIGNED_IN on load; its handler syncs the profile and sets the user.
    else if (!isReturning && !missingStep(current) && needsDiscordSync(current)) endLoading();
    else if ((await loadUser(current)) && isReturning) {
      await dropSession();
      onRefused(NOT_ACTIVE);
    }
  } catch {
    // The server was unreachable: retries later.
    restoreStoredUser();
    const current = session.getState();
    setTimeout(() => {
      if (session.getState() === current) void startSession(onRefused);
    }, RETRY_MS);
  }
}

/** When another tab signs a member in, signs them in here too, whether or not the auth client is loaded. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== null && session.getState().status === 'signed-out') {
      void startSession();
    }
  });
}

/** Fetches the signed-in user again after a change. Rejects while offline. */
export async function refreshUser(): Promise<void> {
  const current = await currentSession();
  if (current) await loadUser(current);
}

/**
 * Drops the session in this browser, whatever the server responds.
 * @param options `isEnded`: the provider has ended the session, so it is not called
 */
export async function dropSession({ isEnded = false } = {}): Promise<void> {
  // Without a stored session the auth client only notifies its listeners and the other tabs.
  if (isEnded) browserStorage.removeItem(STORAGE_KEY);
  await (await authClient()).signOut({ scope: 'local' }).catch(() => undefined);
  browserStorage.removeItem(STORAGE_KEY);
  clearSession();
}

/**
 * Ends the session here and on the server, and clears this tab's data about the member.
 * @param options as for `dropSession`
 */
export async function signOut(options?: { isEnded: boolean }): Promise<void> {
  const token = await accessToken().catch(() => null);
  await dropSession(options);
  // The provider may be unreachable; then this call ends the session, or its expiry does.
  await fetch('/api/auth/signout', {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch(() => undefined);
}
