import type { User } from '@selvedge/shared/members/users';
import type { Session } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../support/data/memory-storage.ts';

type Listener = (event: string, session: Session | null) => void;

/** A fake of the auth client: its session, and the events it emits. */
const provider = {
  session: null as Session | null,
  signOuts: 0,
  emit: (() => undefined) as Listener,
  /** What happens when the session is refreshed early. */
  refresh: (() => undefined) as () => Error | undefined,
  /** What happens when a code is entered. */
  verify: async () => ({ error: null }),
};
vi.mock('@supabase/auth-js', () => ({
  GoTrueClient: class {
    initialize = async () => ({ error: null });
    onAuthStateChange(listener: Listener): void {
      provider.emit = listener;
    }
    getSession = async () => ({ data: { session: provider.session }, error: null });
    refreshSession = async () => {
      const error = provider.refresh() ?? null;
      return { data: { session: error ? null : provider.session }, error };
    };
    signOut = async () => {
      provider.signOuts += 1;
      return { error: null };
    };
    mfa = { challengeAndVerify: () => provider.verify() };
    signInWithPassword = async () => ({ data: { session: provider.session }, error: null });
  },
}));

const ana = { id: 'ana', username: 'ana' } as User;
const jwt = (name: string) => `e30.${btoa(JSON.stringify({ aal: 'aal1', amr: [] }))}.${name}`;
const sessionOf = (token: string) =>
  ({
    access_token: jwt(token),
    user: { id: 'ana', user_metadata: {}, app_metadata: { provider: 'email' } },
  }) as unknown as Session;

let respond: () => Response;
const fetchUser = vi.fn(async () => respond());
let module: typeof import('../../../../web/src/lib/session/session.ts');
let signIn: typeof import('../../../../web/src/lib/session/sign-in.ts').signIn;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('https://shop.example/'));
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  // The page names no provider, as in development.
  vi.stubGlobal('document', { getElementById: () => null, querySelector: () => null });
  vi.stubGlobal('fetch', fetchUser);
  fetchUser.mockClear();
  respond = () => Response.json(ana);
  provider.session = sessionOf('first');
  localStorage.setItem('selvedge-auth', JSON.stringify(provider.session));
  module = await import('../../../../web/src/lib/session/session.ts');
  ({ signIn } = await import('../../../../web/src/lib/session/sign-in.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = () => module.session.getState().status;
const emit = async (event: string, session: Session | null) => {
  provider.emit(event, session);
  await vi.advanceTimersByTimeAsync(1);
  // What a sync needs is loaded with its first use.
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1);
};

test('a recently fetched user comes from the cache', async () => {
  await module.startSession();
  expect([status(), fetchUser.mock.calls.length]).toEqual(['signed-in', 1]);
  vi.resetModules();
  vi.advanceTimersByTime(119_000);
  module = await import('../../../../web/src/lib/session/session.ts');
  ({ signIn } = await import('../../../../web/src/lib/session/sign-in.ts'));
  await module.startSession();
  expect([status(), fetchUser.mock.calls.length]).toEqual(['signed-in', 1]);
  vi.resetModules();
  vi.advanceTimersByTime(2_000);
  module = await import('../../../../web/src/lib/session/session.ts');
  ({ signIn } = await import('../../../../web/src/lib/session/sign-in.ts'));
  await module.startSession();
  expect([status(), fetchUser.mock.calls.length]).toEqual(['signed-in', 2]);
});

test('the cached user is not used for another member', async () => {
  await module.startSession();
  const ben = {
    ...sessionOf('of ben'),
    user: { id: 'ben', user_metadata: {}, app_metadata: {} },
  } as unknown as Session;
  localStorage.setItem('selvedge-auth', JSON.stringify(ben));
  provider.session = ben;
  respond = () => Response.json({ id: 'ben', username: 'ben' });
  vi.resetModules();
  module = await import('../../../../web/src/lib/session/session.ts');
  ({ signIn } = await import('../../../../web/src/lib/session/sign-in.ts'));
  const seen: (string | undefined)[] = [];
  module.session.subscribe(({ user }) => void seen.push(user?.id));
  await module.startSession();
  expect(seen).toEqual(['ben']);
});

test('without a stored session, no user is fetched', async () => {
  localStorage.removeItem('selvedge-auth');
  await module.startSession();
  expect([status(), fetchUser.mock.calls.length]).toEqual(['signed-out', 0]);
});

test('a repeated SIGNED_IN fetches nothing, USER_UPDATED fetches the user', async () => {
  await module.startSession();
  for (const event of ['SIGNED_IN', 'SIGNED_IN', 'INITIAL_SESSION']) await emit(event, provider.session);
  expect(fetchUser).toHaveBeenCalledTimes(1);
  respond = () => Response.json({ ...ana, email: 'new@example.com' });
  await emit('USER_UPDATED', provider.session);
  expect(module.session.getState().user?.email).toBe('new@example.com');
});

/** A session that started at Discord. */
const socialSession = () => {
  const token = `e30.${btoa(JSON.stringify({ aal: 'aal1', amr: [{ method: 'oauth', timestamp: 1 }] }))}.social`;
  const user = { id: 'ana', user_metadata: { provider_id: '42' }, app_metadata: { provider: 'discord' } };
  return { access_token: token, user } as unknown as Session;
};
const paths = () => fetchUser.mock.calls.map((call: unknown[]) => call[0]);

test('SIGNED_IN after a social sign-in syncs once', async () => {
  provider.session = socialSession();
  await module.startSession();
  expect([status(), paths()]).toEqual(['signed-out', []]);
  for (const event of ['SIGNED_IN', 'SIGNED_IN']) await emit(event, provider.session);
  expect([status(), paths()]).toEqual(['signed-in', ['/api/auth/sync-discord']]);
  expect(sessionStorage.getItem('discord_sync_completed')).toBe('true');
});

test('a failed sync falls back to the user fetch', async () => {
  provider.session = socialSession();
  let isRefused = true;
  respond = () => {
    const response = isRefused ? new Response('', { status: 403 }) : Response.json(ana);
    isRefused = false;
    return response;
  };
  await module.startSession();
  for (const event of ['SIGNED_IN', 'SIGNED_IN']) await emit(event, provider.session);
  expect([status(), paths()]).toEqual(['signed-in', ['/api/auth/sync-discord', '/api/auth/user']]);
});

test('TOKEN_REFRESHED passes the token on', async () => {
  await module.startSession();
  const tokens: string[] = [];
  module.onTokenRefreshed((token) => void tokens.push(token));
  await emit('TOKEN_REFRESHED', sessionOf('second'));
  expect(tokens).toEqual([jwt('second')]);
});

test('SIGNED_OUT clears the user', async () => {
  await module.startSession();
  sessionStorage.setItem('discord_sync_completed', 'true');
  expect(sessionStorage.getItem('auth_user')).not.toBeNull();
  await emit('SIGNED_OUT', null);
  expect(status()).toBe('signed-out');
  for (const key of ['auth_user', 'auth_user_cached_at', 'discord_sync_completed']) {
    expect(sessionStorage.getItem(key)).toBeNull();
  }
});

test('a refused user fetch clears the user', async () => {
  respond = () => new Response('', { status: 401 });
  await module.startSession();
  expect(status()).toBe('signed-out');
});

test("a refused sign-in ends the provider's session too", async () => {
  provider.signOuts = 0;
  respond = () => new Response('', { status: 401 });
  await expect(signIn('ana@example.com', 'raw denim')).rejects.toThrow(
    'This account is not active here. Ask the people who run this site.',
  );
  expect([status(), provider.signOuts, localStorage.getItem('selvedge-auth')]).toEqual([
    'signed-out',
    1,
    null,
  ]);
  respond = () => new Response('', { status: 500 });
  await expect(signIn('ana@example.com', 'raw denim')).rejects.toThrow('Sign in failed');
  expect(provider.signOuts).toBe(1);
});

test("a refused redirect ends the provider's session too", async () => {
  provider.signOuts = 0;
  vi.stubGlobal('location', new URL('https://shop.example/?code=1'));
  respond = () => new Response('', { status: 401 });
  const texts: string[] = [];
  await module.startSession((text) => void texts.push(text));
  expect(texts).toEqual(['This account is not active here. Ask the people who run this site.']);
  expect([status(), provider.signOuts]).toEqual(['signed-out', 1]);
});

test('an unreachable server does not end the session', async () => {
  respond = () => {
    throw new TypeError('no network');
  };
  await module.startSession();
  expect(status()).toBe('signed-out');
  respond = () => Response.json(ana);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(status()).toBe('signed-in');
});

test('a member stays signed in offline', async () => {
  await module.startSession();
  vi.resetModules();
  for (const key of ['auth_user', 'auth_user_cached_at']) sessionStorage.removeItem(key);
  respond = () => {
    throw new TypeError('no network');
  };
  module = await import('../../../../web/src/lib/session/session.ts');
  ({ signIn } = await import('../../../../web/src/lib/session/sign-in.ts'));
  await module.startSession();
  expect(module.session.getState()).toEqual({ status: 'signed-in', user: ana });
  respond = () => new Response('', { status: 401 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(status()).toBe('signed-out');
  expect(localStorage.getItem('selvedge-user')).toBeNull();
});

const refreshed = () => {
  provider.session = sessionOf('second');
  return undefined;
};

test('a token that the server refused is replaced', async () => {
  provider.refresh = refreshed;
  expect(await module.accessToken({ anew: false })).toBe(jwt('first'));
  expect(await module.accessToken({ anew: true })).toBe(jwt('second'));
  provider.refresh = () => new Error('no network');
  await expect(module.accessToken({ anew: true })).rejects.toThrow('no network');
});

test('an ended session has no token', async () => {
  provider.refresh = () => {
    // As the client does when the provider refuses.
    localStorage.removeItem('selvedge-auth');
    return new Error('Invalid Refresh Token');
  };
  expect(await module.accessToken({ anew: true })).toBeNull();
});

test('a refused token only seconds old is not replaced', async () => {
  const now = Math.floor(Date.now() / 1_000);
  provider.session = { ...sessionOf('first'), expires_in: 3_600, expires_at: now + 3_590 };
  provider.refresh = refreshed;
  expect(await module.accessToken({ anew: true })).toBe(jwt('first'));
  vi.advanceTimersByTime(50_000);
  expect(await module.accessToken({ anew: true })).toBe(jwt('second'));
});

test('calls wait while a code replaces the session', async () => {
  const { api, connectApi } = await import('../../../../web/src/lib/api.ts');
  const { enterCode } = await import('../../../../web/src/lib/session/sign-in.ts');
  connectApi({ accessToken: module.accessToken, onUnauthorized: () => undefined });
  await module.startSession();
  fetchUser.mockClear();
  const verified = Promise.withResolvers<{ error: null }>();
  provider.verify = () => verified.promise;
  const entered = enterCode('factor', '123456');
  await vi.advanceTimersByTimeAsync(0);
  const called = api('GET', '/api/users/ana');
  await vi.advanceTimersByTimeAsync(0);
  expect(paths()).toEqual([]);
  provider.session = sessionOf('second');
  verified.resolve({ error: null });
  await Promise.all([entered, called]);
  expect(fetchUser).toHaveBeenCalledWith(
    '/api/users/ana',
    expect.objectContaining({ headers: { authorization: `Bearer ${jwt('second')}` } }),
  );
});
