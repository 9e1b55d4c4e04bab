import type { AuthChangeEvent } from '@supabase/auth-js';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { updateRows } from '../../support/data/rows.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { openWorld, worldForAll } from '../../support/world.ts';

const NEW = 'a third one, with a hem';

/** Storage shared by the tabs of a browser. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

describe.each(bothEngines())('the unmodified client on %s', (engine) => {
  const server = worldForAll({ engine, env: { REUSE_WINDOW: '5' } });

  type Fetch = typeof fetch;
  /** A client that stores its session, and the events it has emitted. */
  function open(storage = createStorage(), through: Fetch = fetch) {
    const client = server.client({ persistSession: true, storage, fetch: through });
    const events: AuthChangeEvent[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    return { client, events, storage };
  }
  /** Backdates the last rotation of a session to before the window in which an old token is accepted. */
  async function passWindow(token: string): Promise<void> {
    const { session_id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    await updateRows(
      server.db,
      'authSessions',
      { refreshedAt: new Date(Date.now() - 60_000) },
      { id: session_id },
    );
  }

  test('emits an event for every change of the session', async () => {
    const { client, events } = open();
    await expect.poll(() => events).toEqual(['INITIAL_SESSION']);
    const { email } = await server.signUp(undefined, client);
    await client.refreshSession();
    await client.updateUser({ data: { size: 'M' } });
    await client.signOut();
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']);
    await client.resetPasswordForEmail(email);
    const token_hash = await server.linkToken(email, 2);
    await client.verifyOtp({ token_hash, type: 'recovery' });
    expect(events.at(-1)).toBe('PASSWORD_RECOVERY');
    expect((await client.updateUser({ password: NEW })).error).toBeNull();
    expect((await client.signInWithPassword({ email, password: NEW })).error).toBeNull();
    expect(events.slice(-2)).toEqual(['USER_UPDATED', 'SIGNED_IN']);
  });

  test('six tabs that share storage stay signed in', async () => {
    const storage = createStorage();
    await server.signUp(undefined, open(storage).client);
    const tabs = Array.from({ length: 6 }, () => open(storage));
    for (let round = 0; round < 3; round += 1) {
      const refreshed = await Promise.all(tabs.map(({ client }) => client.refreshSession()));
      // A tab that loses the race leaves the newer session in the storage.
      const names = new Set(refreshed.map(({ error }) => error?.name ?? 'refreshed'));
      expect([...names].filter((name) => name !== 'AuthRefreshDiscardedError')).toEqual(['refreshed']);
      const sessions = await Promise.all(tabs.map(({ client }) => client.getSession()));
      expect(new Set(sessions.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
    }
    const events = new Set(tabs.flatMap((tab) => tab.events));
    expect(events).not.toContain('SIGNED_OUT');
    const user = await tabs[5]?.client.getUser();
    expect(user?.error).toBeNull();
  });

  test('six tabs without a lock stay signed in', {
    tags: ['parallel-refresh'],
  }, async () => {
    const storage = createStorage();
    await server.signUp(undefined, open(storage).client);
    const tabs = Array.from({ length: 6 }, () => open(storage));
    const results = await Promise.all(
      tabs.map(async ({ client }) => {
        const errors: (string | undefined)[] = [];
        for (let round = 0; round < 25; round += 1) errors.push((await client.refreshSession()).error?.name);
        return errors;
      }),
    );
    // A tab that loses the race leaves the newer session in the storage.
    expect(new Set(results.flat().filter((name) => name !== 'AuthRefreshDiscardedError'))).toEqual(
      new Set([undefined]),
    );
    expect(new Set(tabs.flatMap((tab) => tab.events))).not.toContain('SIGNED_OUT');
    expect((await tabs[0]?.client.getUser())?.error).toBeNull();
  });

  test('using a stolen refresh token ends the session', {
    tags: ['session-lifetime'],
  }, async () => {
    const { client, events } = open();
    const { session } = await server.signUp(undefined, client);
    const { data } = await client.refreshSession();
    expect((await server.call('GET', '/api/auth/user', { token: data.session?.access_token })).status).toBe(
      200,
    );
    await passWindow(session.access_token);
    const thief = server.client();
    const stolen = await thief.refreshSession({ refresh_token: session.refresh_token });
    expect(stolen.error).toMatchObject({ code: 'refresh_token_already_used' });
    expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
    // The client trusts its access token until it expires or asks the server.
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(events.at(-1)).toBe('SIGNED_OUT');
  });

  test.each(['responds 503', 'is unreachable'])(
    'while the provider %s, the session survives',
    async (what) => {
      let failures = 2;
      const flaky: Fetch = async (...args) => {
        failures -= 1;
        if (failures < 0) return fetch(...args);
        if (what === 'is unreachable') throw new TypeError('fetch failed');
        return new Response('{}', { status: 503 });
      };
      const storage = createStorage();
      await server.signUp(undefined, open(storage).client);
      const { client, events } = open(storage, flaky);
      const { data, error } = await client.refreshSession();
      expect([failures, error]).toEqual([-1, null]);
      expect(data.session).not.toBeNull();
      expect(events).not.toContain('SIGNED_OUT');
    },
  );
});

test('a session survives a busy database', {
  tags: ['refresh-unlimited'],
}, async () => {
  const server = await openWorld();
  const blocker = new Sqlite(server.databaseUrl.replace('file:', ''));
  onTestFinished(() => void blocker.close());
  const { session } = await server.signUp();
  const refresh = () =>
    server.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      json: { refresh_token: session.refresh_token },
    });
  blocker.exec('begin immediate');
  const busy = await refresh();
  expect(busy.status).toBe(503);
  expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
  blocker.exec('rollback');
  expect((await refresh()).status).toBe(200);
});

test('an anonymous sign-up is refused with a clear error', async () => {
  const server = await openWorld();
  const { error } = await server.client().signInAnonymously();
  expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
});
