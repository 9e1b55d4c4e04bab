import { describe, expect, test } from 'vitest';
import { makeCall } from '../../support/contract/every-call.ts';
import { connectChecked } from '../../support/contract/traffic.ts';
import { updateRows } from '../../support/data/rows.ts';
import { ageProofs } from '../../support/people/two-step.ts';
import {
  AUTH_CALLS,
  accessOf,
  callRoute,
  joinWithEverything,
  nameOf,
} from '../../support/servers/auth-calls.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

/**
 * Provider routes without an access token: they authenticate the caller in other ways, or return public
 * information.
 */
const OPEN = [
  'GET /.well-known/jwks.json',
  'GET /authorize',
  'GET /callback',
  'GET /health',
  'GET /settings',
  'GET /verify',
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
  'POST /recover',
  'POST /resend',
  'POST /signup',
  'POST /token',
  'POST /verify',
];
/** What a session may do before the second step: enter the code, give a proof, and sign out. */
const BEFORE_SECOND_STEP = [
  // Can remove only an unfinished set-up, or a recent app after a recovery.
  'DELETE /factors/:id',
  'GET /reauthenticate',
  'GET /user',
  'POST /factors/:id/challenge',
  'POST /factors/:id/verify',
  'POST /factors/recovery-codes/verify',
  'POST /logout',
  'POST /reauthenticate',
  'POST /reauthenticate/passkey',
];
/** The same for the product's own endpoints. */
const CALLS_BEFORE_SECOND_STEP = ['get /api/auth/user'];

describe.each(engines())('the routes of the identity provider (%s)', (engine) => {
  const discord = { DISCORD_CLIENT_ID: 'selvedge', DISCORD_CLIENT_SECRET: 'not used' };
  const server = worldForAll({ engine, env: { AUTH_AUTOCONFIRM: 'true', ...discord } });

  const signedIn = () => server.product.identity.authRoutes.filter(({ level }) => level !== null);

  test('are all listed here', { tags: ['identity-routes'] }, () => {
    const open = server.product.identity.authRoutes.filter(({ level }) => level === null).map(nameOf);
    expect(open.toSorted()).toEqual(OPEN);
    expect(signedIn().map(nameOf).toSorted()).toEqual(Object.keys(AUTH_CALLS).toSorted());
  });

  test('need a fresh proof to change access', {
    tags: ['identity-routes'],
  }, async () => {
    const changing = new Set<string>();
    for (const name of Object.keys(AUTH_CALLS)) {
      for (const app of ['off', 'on'] as const) {
        // Removes only an unfinished set-up, which gives no access.
        if (name === 'DELETE /factors/:id' && app === 'off') continue;
        for (const isFresh of [false, true]) {
          const caller = await joinWithEverything(server, app);
          if (isFresh) await proveNow(caller.id);
          else await ageProofs(server.db, caller.id);
          const before = await accessOf(server.db, caller.id);
          const responses = await callRoute(server, name, caller);
          const isChanged = JSON.stringify(await accessOf(server.db, caller.id)) !== JSON.stringify(before);
          if (isFresh && isChanged) changing.add(name);
          if (!isFresh) expect([name, app, responses, isChanged]).toEqual([name, app, responses, false]);
        }
      }
    }
    const needingProof = signedIn().filter(({ proof }) => proof !== 'none');
    expect([...changing].toSorted()).toEqual(needingProof.map(nameOf).toSorted());
  });
  /** Records a proof given after the sign-in. */
  const proveNow = (userId: string) =>
    updateRows(server.db, 'authSessions', { provenAt: new Date(Date.now() + 1) }, { userId });

  test('are closed before the second step', {
    tags: ['before-second-factor'],
  }, async () => {
    const closed: string[] = [];
    for (const name of Object.keys(AUTH_CALLS)) {
      const caller = await joinWithEverything(server, 'half');
      await proveNow(caller.id);
      const before = await accessOf(server.db, caller.id);
      const responses = await callRoute(server, name, caller);
      expect([name, await accessOf(server.db, caller.id)]).toEqual([name, before]);
      if (responses.every(({ code }) => code === 'insufficient_aal')) closed.push(name);
    }
    const isClosed = (name: string) => !BEFORE_SECOND_STEP.includes(name) || name === 'DELETE /factors/:id';
    expect(closed).toEqual(Object.keys(AUTH_CALLS).filter(isClosed));
  });

  test("the product's endpoints are closed before the second step", {
    tags: ['before-second-factor'],
  }, async () => {
    const { token } = await joinWithEverything(server, 'half');
    const responses: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const endpoint of server.product.endpoints) {
      const { method, path, access } = endpoint;
      // Signing out would end the session under test.
      if (path === '/api/auth/signout') continue;
      const name = `${method} ${path}`;
      const { status, text } = await makeCall(server.url, endpoint, { token, body: '{}' });
      const isRefused = status === 403 && text.includes('"insufficient_aal"');
      responses[name] = isRefused ? 'refused' : status === 401 ? 'unknown' : 'open';
      const isPublic = access === 'public' || access === 'viewer';
      expected[name] = isPublic || CALLS_BEFORE_SECOND_STEP.includes(name) ? 'open' : 'refused';
    }
    expect(responses).toEqual(expected);
    expect(Object.values(responses).filter((outcome) => outcome === 'refused').length).toBeGreaterThan(40);
    expect(responses).toMatchObject({
      'get /api/auth/export': 'refused',
      'delete /api/auth/user': 'refused',
    });
    const refusal = await new Promise<string>((resolve) => {
      const socket = connectChecked(server.url, { reconnection: false, auth: { token } });
      socket.on('connect', () => resolve('connected'));
      socket.on('connect_error', (error) => resolve((error as { data?: { code: string } }).data?.code ?? ''));
    });
    expect(refusal).toBe('insufficient_aal');
    const signOut = server.product.endpoints.find(({ path }) => path === '/api/auth/signout');
    if (!signOut) throw new Error('no sign-out');
    expect((await makeCall(server.url, signOut, { token })).status).toBe(200);
  });
});
