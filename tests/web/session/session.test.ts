import type { User } from '@selvedge/shared/users';
import type { Session } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../support/data/memory-storage.ts';

type Listener = (event: string, session: Session | null) => void;

/** The provider's client: what it holds, and what it tells. */
const provider = {
  session: null as Session | null,
  tell: (() => undefined) as Listener,
  /** What becomes of the session when it is refreshed before its time. */
  refresh: (() => undefined) as () => Error | undefined,
};
vi.mock('@supabase/auth-js', () => ({
  navigatorLock: {},
  GoTrueClient: class {
    onAuthStateChange(listener: Listener): void {
      provider.tell = listener;
    }
    getSession = async () => ({ data: { session: provider.session }, error: null });
    refreshSession = async () => {
      const error = provider.refresh() ?? null;
      return { data: { session: error ? null : provider.session }, error };
    };
    signOut = async () => ({ error: null });
    signInWithPassword = async () => ({ data: { session: provider.session }, error: null });
  },
}));

const ana = { id: 'ana', username: 'ana' } as User;
const jwt = (name: string) => `e30.${btoa(JSON.stringify({ aal: 'aal1', amr: [] }))}.${name}`;
const sessionOf = (token: string) =>
  ({
    access_token: jwt(token),
    user: { id: 'ana', app_metadata: { provider: 'email' } },
  }) as unknown as Session;

let answer: () => Response;
const asked = vi.fn(async () => answer());
let module: typeof import('../../../web/src/session/session.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('https://shop.example/'));
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  // The page says nothing of where people sign in, as in development.
  vi.stubGlobal('document', { getElementById: () => null, querySelector: () => null });
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
  answer = () => Response.json(ana);
  provider.session = sessionOf('first');
  localStorage.setItem('selvedge-auth', JSON.stringify(provider.session));
  module = await import('../../../web/src/session/session.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = () => module.session.getState().status;
const tell = async (event: string, session: Session | null) => {
  provider.tell(event, session);
  await vi.advanceTimersByTimeAsync(1);
};

test('a user told less than two minutes ago is taken from the cache, an older one is asked for', async () => {
  await module.startSession();
  expect([status(), asked.mock.calls.length]).toEqual(['signed-in', 1]);
  vi.resetModules();
  vi.advanceTimersByTime(119_000);
  module = await import('../../../web/src/session/session.ts');
  await module.startSession();
  expect([status(), asked.mock.calls.length]).toEqual(['signed-in', 1]);
  vi.resetModules();
  vi.advanceTimersByTime(2_000);
  module = await import('../../../web/src/session/session.ts');
  await module.startSession();
  expect([status(), asked.mock.calls.length]).toEqual(['signed-in', 2]);
});

test('whom this tab remembers is not who has signed in in another tab since', async () => {
  await module.startSession();
  const ben = { ...sessionOf('of ben'), user: { id: 'ben', app_metadata: {} } } as unknown as Session;
  localStorage.setItem('selvedge-auth', JSON.stringify(ben));
  provider.session = ben;
  answer = () => Response.json({ id: 'ben', username: 'ben' });
  vi.resetModules();
  module = await import('../../../web/src/session/session.ts');
  const seen: (string | undefined)[] = [];
  module.session.subscribe(({ user }) => void seen.push(user?.id));
  await module.startSession();
  expect(seen).toEqual(['ben']);
});

test('without a stored session nobody is asked', async () => {
  localStorage.removeItem('selvedge-auth');
  await module.startSession();
  expect([status(), asked.mock.calls.length]).toEqual(['signed-out', 0]);
});

test('SIGNED_IN told again asks for nothing, USER_UPDATED asks for the user', async () => {
  await module.startSession();
  for (const event of ['SIGNED_IN', 'SIGNED_IN', 'INITIAL_SESSION']) await tell(event, provider.session);
  expect(asked).toHaveBeenCalledTimes(1);
  answer = () => Response.json({ ...ana, email: 'new@example.com' });
  await tell('USER_UPDATED', provider.session);
  expect(module.session.getState().user?.email).toBe('new@example.com');
});

/** A session that began at Discord. */
const socialSession = () => {
  const token = `e30.${btoa(JSON.stringify({ aal: 'aal1', amr: [{ method: 'oauth', timestamp: 1 }] }))}.social`;
  const user = { id: 'ana', user_metadata: { provider_id: '42' }, app_metadata: { provider: 'discord' } };
  return { access_token: token, user } as unknown as Session;
};
const paths = () => asked.mock.calls.map((call: unknown[]) => call[0]);

test('on the first load of a social sign-in no user is fetched and loading ends; SIGNED_IN syncs the profile once', async () => {
  provider.session = socialSession();
  await module.startSession();
  expect([status(), paths()]).toEqual(['signed-out', []]);
  for (const event of ['SIGNED_IN', 'SIGNED_IN']) await tell(event, provider.session);
  expect([status(), paths()]).toEqual(['signed-in', ['/api/auth/sync-discord']]);
  expect(sessionStorage.getItem('discord_sync_completed')).toBe('true');
});

test('a failed sync of a social sign-in falls back to the plain user fetch, once per session', async () => {
  provider.session = socialSession();
  let isRefused = true;
  answer = () => {
    const response = isRefused ? new Response('', { status: 403 }) : Response.json(ana);
    isRefused = false;
    return response;
  };
  await module.startSession();
  for (const event of ['SIGNED_IN', 'SIGNED_IN']) await tell(event, provider.session);
  expect([status(), paths()]).toEqual(['signed-in', ['/api/auth/sync-discord', '/api/auth/user']]);
});

test('TOKEN_REFRESHED hands the token on', async () => {
  await module.startSession();
  const tokens: string[] = [];
  module.onTokenRefreshed((token) => void tokens.push(token));
  await tell('TOKEN_REFRESHED', sessionOf('second'));
  expect(tokens).toEqual([jwt('second')]);
});

test('SIGNED_OUT clears the user, the cache and the flags', async () => {
  await module.startSession();
  sessionStorage.setItem('discord_sync_completed', 'true');
  expect(sessionStorage.getItem('auth_user')).not.toBeNull();
  await tell('SIGNED_OUT', null);
  expect(status()).toBe('signed-out');
  for (const key of ['auth_user', 'auth_user_cached_at', 'discord_sync_completed']) {
    expect(sessionStorage.getItem(key)).toBeNull();
  }
});

test('a refused user fetch clears the user, and a sign-in says that it failed', async () => {
  answer = () => new Response('', { status: 401 });
  await module.startSession();
  expect(status()).toBe('signed-out');
  await expect(module.signIn('ana@example.com', 'raw denim')).rejects.toThrow('Sign in failed');
});

test('an unreachable server signs nobody out: the session is found again', async () => {
  answer = () => {
    throw new TypeError('no network');
  };
  await module.startSession();
  expect(status()).toBe('signed-out');
  answer = () => Response.json(ana);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(status()).toBe('signed-in');
});

test('who was signed in goes on without a network, also when the page starts there, until the server says no', async () => {
  await module.startSession();
  vi.resetModules();
  for (const key of ['auth_user', 'auth_user_cached_at']) sessionStorage.removeItem(key);
  answer = () => {
    throw new TypeError('no network');
  };
  module = await import('../../../web/src/session/session.ts');
  await module.startSession();
  expect(module.session.getState()).toEqual({ status: 'signed-in', user: ana });
  answer = () => new Response('', { status: 401 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(status()).toBe('signed-out');
  expect(localStorage.getItem('selvedge-user')).toBeNull();
});

const refreshed = () => {
  provider.session = sessionOf('second');
  return undefined;
};

test('a token that the server has refused is replaced, and there is none when the session has ended', async () => {
  provider.refresh = refreshed;
  expect(await module.accessToken({ anew: false })).toBe(jwt('first'));
  expect(await module.accessToken({ anew: true })).toBe(jwt('second'));
  provider.refresh = () => new Error('no network');
  await expect(module.accessToken({ anew: true })).rejects.toThrow('no network');
  provider.refresh = () => {
    // As the client does when the provider refuses.
    localStorage.removeItem('selvedge-auth');
    return new Error('Invalid Refresh Token');
  };
  expect(await module.accessToken({ anew: true })).toBeNull();
});

test('a token that was given just now is not replaced for being refused', async () => {
  const now = Math.floor(Date.now() / 1_000);
  provider.session = { ...sessionOf('first'), expires_in: 3_600, expires_at: now + 3_590 };
  provider.refresh = refreshed;
  expect(await module.accessToken({ anew: true })).toBe(jwt('first'));
  vi.advanceTimersByTime(50_000);
  expect(await module.accessToken({ anew: true })).toBe(jwt('second'));
});
