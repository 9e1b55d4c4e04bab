import { createHash, randomBytes } from 'node:crypto';
import { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { type Discord, startDiscord } from '../../support/peers/discord.ts';
import { engines } from '../../support/servers/database.ts';
import { openWorld, startWorld, type World } from '../../support/world.ts';

const PASSWORD = 'raw denim, soaked once';
const ELSEWHERE = 'https://app.example/signed-in';

const makeVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
/** A JSON body whose fields the test itself checks. */
const bodyOf = async (response: Response) => (await response.json()) as Record<string, string>;
const codeOf = (response: Response) =>
  new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';

describe.each(engines())('Discord on %s', (engine) => {
  let discord: Discord;
  let server: World;
  beforeAll(async () => {
    discord = await startDiscord();
    server = await startWorld({ engine, env: { ...discord.env, REDIRECT_ALLOW: ELSEWHERE } });
  });
  afterAll(async () => {
    await server.close();
    await discord.close();
  });
  beforeEach(() => void discord.become());

  /** Starts a sign-in with Discord. @returns the URL of Discord's page and the browser's cookie. */
  async function leave(verifier: string, redirectTo = server.url) {
    const query = new URLSearchParams({
      provider: 'discord',
      redirect_to: redirectTo,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 's256',
    });
    const response = await server.call('GET', `/auth/v1/authorize?${query}`);
    return {
      page: response.headers.get('location') ?? '',
      setCookie: response.headers.get('set-cookie') ?? '',
      cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    };
  }
  const follow = (address: string, cookie: string) =>
    server.call('GET', address.replace(server.url, ''), { headers: { cookie } });
  const trade = (auth_code: string, code_verifier: string) =>
    server.call('POST', '/auth/v1/token?grant_type=pkce', {
      json: { auth_code, code_verifier },
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    });
  /** Completes the round trip to Discord. */
  async function roundTrip(verifier = makeVerifier()) {
    const { page, cookie } = await leave(verifier);
    const back = await follow(discord.approve(page), cookie);
    return { back, code: codeOf(back), verifier };
  }
  async function signIn() {
    const { code, verifier } = await roundTrip();
    const response = await trade(code, verifier);
    if (!response.ok) throw new Error(await response.text());
    const { access_token, user } = (await response.json()) as {
      access_token: string;
      user: Record<string, unknown>;
    };
    return { token: access_token, user };
  }
  const getMe = async (token: string) => bodyOf(await server.call('GET', '/api/auth/user', { token }));
  const sync = (token: string, json: object) =>
    server.call('POST', '/api/auth/sync-discord', { json, token });
  /** Creates a password account, whose address is confirmed or not. */
  async function signUp(email: string, isConfirmed: boolean) {
    const auth = server.client();
    await auth.signUp({ email, password: PASSWORD });
    if (!isConfirmed) return null;
    const { data } = await auth.verifyOtp({ token_hash: await server.linkToken(email), type: 'signup' });
    if (!data.session) throw new Error('no session');
    return data.session;
  }
  const passwordCode = async (email: string | null) =>
    (await server.client().signInWithPassword({ email: email ?? '', password: PASSWORD })).error?.code;

  test('a new member sees their own profile', async () => {
    const person = discord.become();
    const stored = new Map<string, string>();
    const auth = new GoTrueClient({
      url: `${server.url}/auth/v1`,
      flowType: 'pkce',
      autoRefreshToken: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    });
    const options = { redirectTo: `${server.url}/`, skipBrowserRedirect: true, scopes: 'identify email' };
    const { data } = await auth.signInWithOAuth({ provider: 'discord', options });
    const left = await fetch(data.url ?? '', { redirect: 'manual' });
    const page = left.headers.get('location') ?? '';
    expect(new URL(page).searchParams.get('scope')).toBe('identify email');
    expect(left.headers.get('set-cookie')).toMatch(/^sv-flow=[\w-]{43};.*HttpOnly; SameSite=Lax/);
    const back = await follow(discord.approve(page), left.headers.get('set-cookie')?.split(';')[0] ?? '');
    const { data: signedIn, error } = await auth.exchangeCodeForSession(codeOf(back));
    expect(error).toBeNull();
    expect(signedIn.user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'discord', providers: ['discord'] },
      user_metadata: { provider_id: person.id, full_name: 'Loom', user_name: person.username },
    });
    expect(await getMe(signedIn.session?.access_token ?? '')).toMatchObject({
      email: person.email,
      username: expect.stringMatching(/^user\w{8}$/),
      profileImageUrl: null,
      discordId: person.id,
      discordUsername: person.username,
      authProvider: 'discord',
    });
  });

  test('a known account signs in whatever its current e-mail', async () => {
    const person = discord.become();
    const first = await signIn();
    discord.become({ ...person, email: null, verified: false, username: 'renamed' });
    const second = await signIn();
    expect(second.user.id).toBe(first.user.id);
    expect((await getMe(second.token)).discordUsername).toBe('renamed');
  });

  test('a verified e-mail links to its confirmed account', async () => {
    const person = discord.become();
    const owner = await signUp(person.email ?? '', true);
    const { user, token } = await signIn();
    expect(user.id).toBe(owner?.user.id);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'discord'] });
    expect(await getMe(token)).toMatchObject({ authProvider: 'email', discordId: person.id });
    await expect
      .poll(async () => (await server.mailsTo(person.email ?? '')).join())
      .toContain('You can now sign in with Discord');
    expect(await passwordCode(person.email)).toBeUndefined();
  });

  test('a recovery by mail unlinks Discord', async () => {
    const person = discord.become();
    const owner = await signUp(person.email ?? '', true);
    await signIn();
    await expect
      .poll(async () => (await server.mailsTo(person.email ?? '')).join())
      .toContain('You can now sign in with Discord');
    const { code, verifier } = await roundTrip();
    const before = (await server.mailsTo(person.email ?? '')).length;
    await server.client().resetPasswordForEmail(person.email ?? '');
    const token = await server.linkToken(person.email ?? '', before + 1);
    const used = await server.call('POST', '/auth/v1/verify', {
      body: new URLSearchParams({ token, type: 'recovery', password: 'a new one, with a hem' }),
    });
    expect(used.status).toBe(303);
    const identities = await readRows(server.db, 'authIdentities', { userId: owner?.user.id ?? '' });
    expect(identities.map(({ provider }) => provider)).toEqual(['email']);
    expect(await bodyOf(await trade(code, verifier))).toMatchObject({ code: 'flow_state_not_found' });
  });

  test('deleting the account needs a password set later', async () => {
    const person = discord.become();
    const { token } = await signIn();
    expect(await getMe(token)).toMatchObject({ authProvider: 'discord', hasPassword: false });
    const before = (await server.mailsTo(person.email ?? '')).length;
    await server.client().resetPasswordForEmail(person.email ?? '');
    const link = await server.linkToken(person.email ?? '', before + 1);
    const password = 'a new one, with a hem';
    await server.call('POST', '/auth/v1/verify', {
      body: new URLSearchParams({ token: link, type: 'recovery', password }),
    });
    const again = await signIn();
    expect(await getMe(again.token)).toMatchObject({ discordId: person.id, hasPassword: true });
  });

  test('a sign-in to an unconfirmed account drops its password', async () => {
    const person = discord.become();
    await signUp(person.email ?? '', false);
    const link = await server.linkToken(person.email ?? '');
    const { user } = await signIn();
    expect(user.app_metadata).toEqual({ provider: 'discord', providers: ['discord'] });
    expect(await passwordCode(person.email)).toBe('invalid_credentials');
    const used = await server.client().verifyOtp({ token_hash: link, type: 'signup' });
    expect(used.error?.code).toBe('otp_expired');
  });

  test('an unverified e-mail creates no account', async () => {
    for (const changes of [{ verified: false }, { email: null }]) {
      const person = discord.become(changes);
      if (person.email) await signUp(person.email, true);
      const { back } = await roundTrip();
      const address = new URL(back.headers.get('location') ?? '');
      expect(address.origin).toBe(server.url);
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        error: 'access_denied',
        error_code: 'provider_email_needs_verification',
      });
      const rows = await readRows(server.db, 'authIdentities', { subject: person.id });
      expect(rows).toEqual([]);
    }
  });

  test('an unknown redirect_to leads to the public URL', {
    tags: ['discord-sign-in'],
  }, async () => {
    const port = new URL(server.url).port;
    const home = `${server.url}/`;
    const wanted: [requested: string, expected: string][] = [
      [home, home],
      [server.url, home],
      [ELSEWHERE, ELSEWHERE],
      [`${ELSEWHERE}/deeper`, home],
      [`${ELSEWHERE}?x=1`, home],
      ['https://app.example/', home],
      ['https://evil.example/', home],
      ['//evil.example/', home],
      [`http://localhost:${Number(port) + 1}/`, home],
      [`http://evil@localhost:${port}/`, home],
      [`http://localhost:${port}@evil.example/`, home],
      [`http://localhost:${port}\\@evil.example/`, home],
      ['\\\\evil.example', home],
      ['javascript:alert(1)', home],
      ['data:text/html,hi', home],
      ['', home],
    ];
    for (const [requested, expected] of wanted) {
      const { page, cookie } = await leave(makeVerifier(), requested);
      const back = await follow(discord.cancel(page), cookie);
      const address = new URL(back.headers.get('location') ?? '');
      expect([requested, address.origin + address.pathname]).toEqual([requested, expected]);
    }
  });

  test('the return works once, in its own browser', {
    tags: ['discord-sign-in'],
  }, async () => {
    const errorOf = (response: Response) =>
      new URL(response.headers.get('location') ?? '').searchParams.get('error_code');
    const mine = await leave(makeVerifier());
    const theirs = await leave(makeVerifier());
    expect(errorOf(await follow(discord.approve(mine.page), theirs.cookie))).toBe('bad_oauth_state');
    expect(errorOf(await follow(discord.approve(theirs.page), ''))).toBe('bad_oauth_state');

    const again = await leave(makeVerifier());
    expect(codeOf(await follow(discord.approve(again.page), again.cookie))).toMatch(/^[\w-]{43}$/);
    expect(errorOf(await follow(discord.approve(again.page), again.cookie))).toBe('bad_oauth_state');
    expect(errorOf(await follow('/auth/v1/callback?state=made-up&code=x', again.cookie))).toBe(
      'bad_oauth_state',
    );
  });

  test('a code is exchanged once, with its own verifier', {
    tags: ['discord-sign-in'],
  }, async () => {
    const first = await roundTrip();
    expect((await trade(first.code, first.verifier)).status).toBe(200);
    const reused = await trade(first.code, first.verifier);
    expect([reused.status, (await bodyOf(reused)).code]).toEqual([404, 'flow_state_not_found']);

    const second = await roundTrip();
    const wrong = await trade(second.code, makeVerifier());
    expect([wrong.status, (await bodyOf(wrong)).code]).toEqual([400, 'bad_code_verifier']);
    expect((await trade(second.code, second.verifier)).status).toBe(404);
  });

  const expireFlows = () => updateRows(server.db, 'authFlows', { expiresAt: new Date(Date.now() - 1) });

  test('a state expires', async () => {
    const { page, cookie } = await leave(makeVerifier());
    await expireFlows();
    expect((await follow(discord.approve(page), cookie)).headers.get('location')).toContain(
      'bad_oauth_state',
    );
  });

  test('a code expires', async () => {
    const { code, verifier } = await roundTrip();
    await expireFlows();
    const late = await trade(code, verifier);
    expect([late.status, (await bodyOf(late)).code]).toEqual([422, 'flow_state_expired']);
  });

  test('a code unknown to Discord signs no one in', async () => {
    const { page, cookie } = await leave(makeVerifier());
    const forged = discord.approve(page).replace('discord-code-', 'forged-');
    const back = await follow(forged, cookie);
    expect(back.headers.get('location')).toContain('error_code=unexpected_failure');
  });

  test('a suspended account cannot sign in', async () => {
    const { user } = await signIn();
    const { code, verifier } = await roundTrip();
    const bannedUntil = new Date(Date.now() + 60_000);
    await updateRows(server.db, 'authUsers', { bannedUntil }, { id: String(user.id) });
    expect((await bodyOf(await trade(code, verifier))).code).toBe('user_banned');
    expect((await roundTrip()).back.headers.get('location')).toContain('error_code=user_banned');
  });

  test('syncing stores nothing of the body', {
    tags: ['discord-identity'],
  }, async () => {
    const person = discord.become();
    const { token } = await signIn();
    const body = {
      discord_id: person.id,
      discord_username: 'somebody else',
      profile_image_url: 'https://evil.example/x.png',
      username: 'admin',
      email: 'victim@example.com',
    };
    for (const _ of [1, 2]) {
      const synced = await sync(token, body);
      expect([synced.status, await bodyOf(synced)]).toEqual([
        200,
        expect.objectContaining({
          discordId: person.id,
          discordUsername: person.username,
          email: person.email,
          profileImageUrl: null,
        }),
      ]);
    }
    const other = discord.become();
    await signIn();
    const plain = await signUp('no-discord@example.com', true);
    const refused = [
      await sync(token, { ...body, discord_id: other.id }),
      await sync(token, { ...body, discord_id: null }),
      await sync(token, {}),
      await sync(plain?.access_token ?? '', body),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await sync('nobody', body)).status).toBe(401);
  });

  test('no code or state is stored in plain text', async () => {
    const verifier = makeVerifier();
    const { page, setCookie } = await leave(verifier);
    const { code } = await roundTrip();
    await signIn();
    const dump = JSON.stringify(
      await server.db.read(async ({ q, t }) => [
        ...(await q.select().from(t.authFlows)),
        ...(await q.select().from(t.authIdentities)),
        ...(await q.select().from(t.authSessions)),
        ...(await q.select().from(t.authUsers)),
      ]),
    );
    const state = new URL(page).searchParams.get('state') ?? 'none';
    const cookie = /=([\w-]+)/.exec(setCookie)?.[1] ?? 'none';
    for (const secret of [...discord.secrets, state, cookie, code, verifier]) {
      expect(dump).not.toContain(secret);
    }
  });

  test('an authorize request without a valid challenge is refused', async () => {
    const challenge = `code_challenge=${challengeOf('x')}&code_challenge_method=s256`;
    for (const query of [
      'provider=discord',
      `provider=discord&code_challenge=short&code_challenge_method=s256`,
      `provider=discord&code_challenge=${challengeOf('x')}&code_challenge_method=plain`,
      `provider=github&${challenge}`,
    ]) {
      expect([query, (await server.call('GET', `/auth/v1/authorize?${query}`)).status]).toEqual([query, 400]);
    }
    expect(await bodyOf(await server.call('GET', '/auth/v1/settings'))).toMatchObject({
      external: { email: true, discord: true, oidc: false },
    });
  });
});

test('linking Discord wipes an account with an unproven address', async () => {
  const discord = await startDiscord();
  onTestFinished(discord.close);
  const server = await openWorld({ env: { ...discord.env, AUTH_AUTOCONFIRM: 'true' } });
  const person = discord.become();
  const attacker = server.client();
  const { data } = await attacker.signUp({ email: person.email ?? '', password: PASSWORD });
  const verifier = makeVerifier();
  const left = await server.call(
    'GET',
    `/auth/v1/authorize?provider=discord&code_challenge=${challengeOf(verifier)}&code_challenge_method=s256`,
  );
  const cookie = left.headers.get('set-cookie')?.split(';')[0] ?? '';
  const back = await fetch(discord.approve(left.headers.get('location') ?? ''), {
    redirect: 'manual',
    headers: { cookie },
  });
  expect(codeOf(back)).not.toBe('');
  const me = await server.call('GET', '/api/auth/user', { token: data.session?.access_token });
  expect(me.status).toBe(401);
  const { error } = await server
    .client()
    .signInWithPassword({ email: person.email ?? '', password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

test('Discord is disabled without its settings', async () => {
  const server = await openWorld();
  const responses = ['authorize?provider=discord', 'callback?state=x&code=y'].map((path) =>
    server.call('GET', `/auth/v1/${path}`),
  );
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([400, 400]);
  expect(await bodyOf(await server.call('GET', '/auth/v1/settings'))).toMatchObject({
    external: { discord: false },
  });
});
