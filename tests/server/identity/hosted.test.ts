import { randomUUID } from 'node:crypto';
import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { GoTrueClient } from '@supabase/auth-js';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildServer } from '../../../scripts/build.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { readConfig } from '../../../server/src/config.ts';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import { placeholderProblem } from '../../../server/src/identity/hosted/placeholder.ts';
import { type Client, next } from '../../support/clients/socket.ts';
import { connectChecked } from '../../support/contract/traffic.ts';
import { HOSTED_KEY, type HostedProvider, startHostedProvider } from '../../support/peers/hosted-provider.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { createDatabase, engines } from '../../support/servers/database.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

interface Me {
  id: string;
  username: string;
  email: string;
  isAdmin: boolean;
}

// Each test starts two servers, one of them as a child process.
vi.setConfig({ testTimeout: 90_000 });

beforeAll(buildServer, 120_000);

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startProvider(env: Record<string, string> = {}): Promise<HostedProvider> {
  const provider = await startHostedProvider(env);
  closing.push(() => provider.close());
  return provider;
}

/** Starts the product as a child process. */
async function startNode(env: Record<string, string>) {
  const dir = makeTempDir();
  closing.push(() => dir.remove());
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: Number(env.PORT ?? (await freePort())),
    env,
  });
  closing.push(() => product.stop());
  const request = (path: string, token?: string, init: RequestInit = {}) =>
    fetch(`${product.url}${path}`, {
      ...init,
      headers: { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
  return {
    ...product,
    env,
    request,
    me: async (token: string) => (await (await request('/api/auth/user', token)).json()) as Me,
    signUp: (email: string, password: string) =>
      request('/api/auth/signup', undefined, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      }),
    connect(token: string): Client {
      const client: Client = connectChecked(product.url, { auth: { token } });
      closing.push(() => void client.disconnect());
      return client;
    },
  };
}

/** Starts the product on an engine, with a hosted identity provider. */
async function startShop(engine: 'sqlite' | 'postgres', env: Record<string, string>) {
  const database = await createDatabase(engine);
  closing.push(() => database.remove());
  // All nodes have the same.
  const secret = { AUTH_SECRET: 'one-secret-for-all-nodes-of-the-shop' };
  return startNode({ DATABASE_URL: database.url, RATE_LIMITS: 'off', ...secret, ...env });
}

const clientOf = (provider: HostedProvider) =>
  new GoTrueClient({ url: `${provider.plainUrl}/auth/v1`, persistSession: false, autoRefreshToken: false });

/** Signs up at the provider, confirming by mail where required. @returns the access token. */
async function tokenOf(provider: HostedProvider, email = `${randomUUID()}@example.com`): Promise<string> {
  const client = clientOf(provider);
  const { data } = await client.signUp({ email, password: PASSWORD });
  if (data.session) return data.session.access_token;
  const confirmed = await client.verifyOtp({ type: 'signup', token_hash: await provider.linkToken(email) });
  return confirmed.data.session?.access_token ?? '';
}

const requestCount = ({ requests: requestsSent }: HostedProvider, what: string) =>
  requestsSent.filter((one) => one === what).length;

describe.each(engines())('a hosted identity provider (%s)', (engine) => {
  test('its tokens are verified with its keys', async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, { ...provider.settings, ADMIN_EMAILS: 'Boss@example.com' });
    const token = await tokenOf(provider, 'boss@example.com');

    const me = await shop.me(token);
    expect(me).toMatchObject({ email: 'boss@example.com', isAdmin: true });
    expect(me.username).toMatch(/^user[0-9a-f]{8}$/);
    expect((await shop.request(`/api/users/${me.username}`)).status).toBe(200);
    const second = await tokenOf(provider);
    expect((await shop.me(second)).isAdmin).toBe(false);
    expect(requestCount(provider, 'GET /auth/v1/.well-known/jwks.json')).toBe(1);
    expect(requestCount(provider, 'GET /auth/v1/user')).toBe(2);

    for (const path of ['/auth/v1/settings', '/auth/v1/token?grant_type=password', '/auth/v1/verify']) {
      expect((await shop.request(path, undefined, { method: 'POST' })).status).toBe(404);
    }
    const [head, payload, signature = ''] = token.split('.');
    const forged = `${head}.${payload}.${[...signature].reverse().join('')}`;
    const none = `${btoa('{"alg":"none"}')}.${payload}.`;
    for (const bad of [forged, none, 'nonsense', '']) {
      expect((await shop.request('/api/auth/user', bad)).status).toBe(401);
    }
  });

  test('cannot revive a session that was signed out here', {
    tags: ['hosted-sign-out'],
  }, async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, provider.settings);
    // Only one server at a time can own a SQLite file.
    const nodes = engine === 'postgres' ? [shop, await startNode(shop.env)] : [shop];
    // The provider accepts these tokens even after their sessions end.
    const [used, unused] = [
      await provider.secretToken(randomUUID()),
      await provider.secretToken(randomUUID()),
    ];
    const statuses = async () => {
      const requestsSent = nodes.flatMap(({ request }) =>
        [used, unused].map((token) => request('/api/auth/user', token)),
      );
      return new Set((await Promise.all(requestsSent)).map(({ status }) => status));
    };
    for (const { request } of nodes) expect((await request('/api/auth/user', used)).status).toBe(200);

    for (const token of [used, unused]) await shop.request('/api/auth/signout', token, { method: 'POST' });
    await expect.poll(statuses).toEqual(new Set([401]));
    for (const node of nodes) {
      await node.stop();
      await node.start();
    }
    expect(await statuses()).toEqual(new Set([401]));
  });
});

describe('a hosted identity provider', () => {
  const engine = 'sqlite';

  test('with two-step sign-in requires the code for writing', {
    tags: ['hosted-second-factor'],
  }, async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, provider.settings);
    const email = 'odile@example.com';
    const first = await tokenOf(provider, email);
    const client = clientOf(provider);
    const signIn = async () => {
      const { data } = await client.signInWithPassword({ email, password: PASSWORD });
      return data.session?.access_token ?? '';
    };
    const inboxOf = async (token: string) => (await shop.request('/api/conversations', token)).status;
    expect([await inboxOf(first), await inboxOf(await signIn())]).toEqual([200, 200]);

    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
    const { id: factorId = '', totp } = factor ?? {};
    const code = codeAt(decodeBase32IgnorePadding(totp?.secret ?? ''), stepAt(new Date()));
    const { data: raised } = await client.mfa.challengeAndVerify({ factorId, code });
    expect(await inboxOf(raised?.access_token ?? '')).toBe(200);

    const half = await signIn();
    const refused = await shop.request('/api/conversations', half);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'insufficient_aal' }),
    ]);
    expect((await shop.me(half)).email).toBe(email);
    // An earlier token without the second step is limited as well.
    expect(await inboxOf(first)).toBe(403);
    const socket = shop.connect(half);
    const error = await new Promise<{ data?: unknown }>((resolve) => socket.on('connect_error', resolve));
    expect(error.data).toMatchObject({ code: 'insufficient_aal' });
    expect(await inboxOf(raised?.access_token ?? '')).toBe(200);
  });

  test('verifies tokens signed with a shared secret', async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, provider.settings);
    const sub = randomUUID();
    const token = await provider.secretToken(sub);
    expect(await shop.me(token)).toMatchObject({ id: sub, email: `${sub}@example.com` });
    const requestsSent = requestCount(provider, 'GET /auth/v1/user');
    await shop.me(token);
    expect(requestCount(provider, 'GET /auth/v1/user')).toBe(requestsSent);
    const otherSecret = new TextEncoder().encode('a secret of somebody else entirely, long');
    for (const bad of [
      await provider.secretToken(sub, { secret: otherSecret }),
      await provider.secretToken(sub, { issuer: 'https://elsewhere.example/auth/v1' }),
      await provider.secretToken(sub, { claims: { is_anonymous: true } }),
    ]) {
      expect((await shop.request('/api/auth/user', bad)).status).toBe(401);
    }
  });

  test('ends its session when a member signs out here', { tags: ['hosted-sign-out'] }, async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, provider.settings);
    const email = 'odile@example.com';
    await tokenOf(provider, email);
    const client = clientOf(provider);
    const { data } = await client.signInWithPassword({ email, password: PASSWORD });
    const { access_token: token = '', refresh_token = '' } = data.session ?? {};
    expect((await client.getUser(token)).error).toBeNull();
    await shop.request('/api/auth/signout', token, { method: 'POST' });
    expect((await client.getUser(token)).error?.name).toBe('AuthSessionMissingError');
    expect((await client.refreshSession({ refresh_token })).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
  });

  test('does not revive an account deleted here', async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, provider.settings);
    const sub = randomUUID();
    const { username } = await shop.me(await provider.secretToken(sub));
    const signedIn = (secondsAgo: number) => ({
      claims: { amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) - secondsAgo }] },
    });
    const leave = async (proof: object, options = {}) =>
      shop.request('/api/auth/user', await provider.secretToken(sub, options), {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(proof),
      });
    expect((await leave({ password: PASSWORD })).status).toBe(403);
    const refused = [await leave({ username }), await leave({ username }, signedIn(360))];
    for (const answer of refused) {
      expect([answer.status, await answer.json()]).toEqual([
        403,
        expect.objectContaining({ message: expect.stringMatching(/^Sign out and in again/) }),
      ]);
    }
    expect((await leave({ username }, signedIn(60))).status).toBe(204);
    expect((await shop.request('/api/auth/user', await provider.secretToken(sub))).status).toBe(401);
  });

  test('its accounts get the username promised at sign-up', async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, provider.settings);
    const response = await shop.signUp('odile@example.com', PASSWORD);
    expect(await response.json()).toMatchObject({
      message: 'Signup successful. Please check your email to verify your account.',
    });
    await clientOf(provider).verifyOtp({
      type: 'signup',
      token_hash: await provider.linkToken('odile@example.com'),
    });
    const signedIn = await clientOf(provider).signInWithPassword({
      email: 'odile@example.com',
      password: PASSWORD,
    });
    expect((await shop.me(signedIn.data.session?.access_token ?? '')).email).toBe('odile@example.com');
    const weak = await shop.signUp('else@example.com', 'short');
    expect(weak.status).toBe(400);
    expect(await weak.json()).toMatchObject({ message: 'Password should be at least 8 characters.' });
  });

  test('mails links that return to this instance', async () => {
    const port = await freePort();
    const provider = await startProvider({ REDIRECT_ALLOW: `http://localhost:${port}/login` });
    const shop = await startShop(engine, { ...provider.settings, PORT: String(port) });
    const email = 'odile@example.com';
    expect((await shop.signUp(email, PASSWORD)).status).toBe(200);
    const body = new URLSearchParams({ token: await provider.linkToken(email), type: 'signup' });
    const used = await fetch(`${provider.plainUrl}/auth/v1/verify`, {
      ...{ method: 'POST', body, redirect: 'manual' },
      headers: { origin: provider.url },
    });
    expect(used.headers.get('location')).toBe(
      `${shop.url}/login?verified=1#email=${encodeURIComponent(email)}`,
    );
  });

  test('without confirmation mails makes no admins', async () => {
    const provider = await startProvider({ AUTH_AUTOCONFIRM: 'true' });
    const shop = await startShop(engine, { ...provider.settings, ADMIN_EMAILS: 'boss@example.com' });
    const { username } = (await (await shop.signUp('boss@example.com', PASSWORD)).json()) as Me;
    const signedIn = await clientOf(provider).signInWithPassword({
      email: 'boss@example.com',
      password: PASSWORD,
    });
    expect(await shop.me(signedIn.data.session?.access_token ?? '')).toMatchObject({
      username,
      isAdmin: false,
    });
  });

  test('that is unreachable signs no one out', async () => {
    const provider = await startProvider();
    const shop = await startShop(engine, provider.settings);
    const [known, fresh] = [await tokenOf(provider), await tokenOf(provider)];
    const { id } = await shop.me(known);
    const socket = shop.connect(known);
    await next(socket, 'unread');
    await provider.closeFront();
    expect((await shop.me(known)).id).toBe(id);
    expect((await shop.request('/api/auth/user', fresh)).status).toBe(503);

    const ended = next(socket, 'session:ended');
    expect((await shop.request('/api/auth/signout', known, { method: 'POST' })).status).toBe(200);
    expect(await ended).toEqual({ reason: 'signed_out' });
    expect((await shop.request('/api/auth/user', known)).status).toBe(401);
  });
});

test('placeholder settings are distinguished from real ones', () => {
  const good = { url: 'https://id.example', key: HOSTED_KEY };
  expect(placeholderProblem(good)).toBeNull();
  expect(placeholderProblem({ ...good, key: 'k'.repeat(21) })).toBeNull();
  for (const bad of [
    { ...good, url: 'https://your_project.example' },
    { ...good, url: 'http://localhost:9999' },
    { ...good, url: 'id.example' },
    { ...good, url: 'https://' },
    { ...good, key: 'your_public_anonymous_key' },
    { ...good, key: 'k'.repeat(20) },
  ]) {
    expect(placeholderProblem(bad)).toEqual(expect.any(String));
  }
});

test('a hosted identity provider needs both of its settings', () => {
  expect(() => readConfig({ IDENTITY_URL: 'https://id.example' })).toThrow(
    /IDENTITY_KEY: must be set together with IDENTITY_URL/,
  );
  expect(() => readConfig({ IDENTITY_KEY: HOSTED_KEY, PORT: '99999' })).toThrow(
    /PORT: [\s\S]*IDENTITY_KEY: must be set together with IDENTITY_URL/,
  );
  expect(readConfig({}).identity.hosted).toBeNull();
});

test('placeholder settings still let visitors in', async () => {
  const shop = await startShop('sqlite', { IDENTITY_URL: 'https://your_project', IDENTITY_KEY: 'your_key' });
  expect(shop.output()).toContain('configuration error');
  expect((await shop.request('/api/listings')).status).toBe(200);
  expect((await shop.request('/api/auth/user', 'any.token.atall')).status).toBe(401);
  const refused = await shop.signUp('odile@example.com', PASSWORD);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect((await shop.request('/api/auth/signout', undefined, { method: 'POST' })).status).toBe(200);
  expect((await shop.request('/auth/v1/health')).status).toBe(404);
});
