import type { GoTrueClient } from '@supabase/auth-js';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { openWorld, worldForAll } from '../../support/world.ts';

const NEW = 'a third one, with a hem';

let memberCount = 0;
const nextEmail = () => {
  memberCount += 1;
  return `user${memberCount}@example.com`;
};

describe.each(engines())("a member's own account on %s", (engine) => {
  const server = worldForAll({ engine });

  const signIn = (email: string, password = PASSWORD) =>
    server.client().signInWithPassword({ email, password });
  const getMe = (token: string) => server.call('GET', '/api/auth/user', { token });
  const form = (fields: Record<string, string>) =>
    server.call('POST', '/auth/v1/verify', { body: new URLSearchParams(fields) });

  test('cannot be changed without a valid session', async () => {
    const put = (headers: Record<string, string>) =>
      server.call('PUT', '/auth/v1/user', { json: { password: NEW }, headers });
    const responses = [await put({}), await put({ authorization: 'Bearer nonsense' })];
    const { auth, session } = await server.joinWithClient();
    await auth.signOut({ scope: 'local' });
    responses.push(await put({ authorization: `Bearer ${session.access_token}` }));
    const seen = await Promise.all(
      responses.map(async (response) => [
        response.status,
        ((await response.json()) as { error_code: string }).error_code,
      ]),
    );
    expect(seen).toEqual([
      [401, 'no_authorization'],
      [403, 'bad_jwt'],
      [403, 'session_not_found'],
    ]);
  });

  test('values that no database can store are refused', async () => {
    const { session } = await server.join();
    const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' };
    const responses: unknown[] = [];
    const send = async (method: string, path: string, body: string) => {
      const response = await server.call(method, path, { headers, body });
      const { error_code } = (await response.json()) as { error_code: string };
      responses.push([method, path, response.status, error_code]);
    };
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const [email, password] = [nextEmail(), PASSWORD].map((text) => JSON.stringify(text));
    for (const data of [`{"a":${deep}}`, '{"a":"\\u0000"}', '{"a":["\\ud800"]}', '{"\\u0000":1}']) {
      await send('POST', '/auth/v1/signup', `{"email":${email},"password":${password},"data":${data}}`);
      await send('PUT', '/auth/v1/user', `{"data":${data}}`);
    }
    const refused = [400, 'validation_failed'];
    const pair = [
      ['POST', '/auth/v1/signup', ...refused],
      ['PUT', '/auth/v1/user', ...refused],
    ];
    await send('POST', '/auth/v1/factors', '{"factor_type":"totp","friendly_name":"\\u0000Phone"}');
    expect(responses).toEqual([...pair, ...pair, ...pair, ...pair, ['POST', '/auth/v1/factors', ...refused]]);
    const fine = await server.call('PUT', '/auth/v1/user', { headers, body: '{"data":{"a":"\\\\u0000"}}' });
    expect(await fine.json()).toMatchObject({ user_metadata: { a: '\\u0000' } });
  });

  test('an update without changes is not audited', async () => {
    const { auth, session } = await server.joinWithClient();
    const notes = async () =>
      (
        await server.db.read(({ q, t: { authAudit: a } }) =>
          q
            .select({ id: a.id })
            .from(a)
            .where(and(eq(a.userId, session.user.id), eq(a.action, 'metadata_changed'))),
        )
      ).length;
    for (const data of [{ size: 'M', name: 'Ana' }, {}, { size: 'M' }, { nothing: null }]) {
      const { error } = await auth.updateUser({ data });
      expect(error).toBeNull();
    }
    expect(await notes()).toBe(1);
  });

  test('user metadata grants nothing', async () => {
    const { auth, session } = await server.joinWithClient();
    await auth.updateUser({
      data: { name: 'Ana', role: 'admin', isAdmin: true, app_metadata: { admin: true } },
    });
    const { data } = await auth.updateUser({ data: { size: 'M', name: null } });
    expect(data.user?.user_metadata).toEqual({
      size: 'M',
      role: 'admin',
      isAdmin: true,
      app_metadata: { admin: true },
    });
    expect(data.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } });
    expect(await (await getMe(session.access_token)).json()).toMatchObject({ isAdmin: false });
    const large = await auth.updateUser({ data: { text: 'x'.repeat(2_100) } });
    expect(large.error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('changing the password requires the current one', {
    tags: ['password-change'],
  }, async () => {
    const { email, auth, session } = await server.joinWithClient();
    const elsewhere = await signIn(email);
    const codeOf = async (attributes: object) => (await auth.updateUser(attributes)).error?.code;
    expect(await codeOf({ password: NEW })).toBe('current_password_required');
    expect(await codeOf({ password: NEW, current_password: 'wrong' })).toBe('current_password_invalid');
    expect(await codeOf({ password: PASSWORD, current_password: PASSWORD })).toBe('same_password');
    expect(await codeOf({ password: 'short', current_password: PASSWORD })).toBe('weak_password');
    expect(await codeOf({ password: NEW, current_password: PASSWORD })).toBeUndefined();
    expect((await getMe(session.access_token)).status).toBe(200);
    expect((await getMe(elsewhere.data.session?.access_token ?? '')).status).toBe(401);
    expect((await signIn(email, PASSWORD)).error?.code).toBe('invalid_credentials');
    expect((await signIn(email, NEW)).error).toBeNull();
    await expect
      .poll(async () => (await server.mailsTo(email)).at(-1))
      .toContain('Your password was changed');
  });

  /** Requests a change of address and confirms it at the old one. @returns the token of the last link. */
  async function requestChange({ email, auth }: { email: string; auth: GoTrueClient }, wanted: string) {
    const before = (await server.mailsTo(wanted)).length;
    expect((await auth.updateUser({ email: wanted })).error).toBeNull();
    const half = await form({ token: await server.linkToken(email), type: 'email_change' });
    expect([half.status, half.headers.get('location')]).toEqual([303, '/login?half=1']);
    return server.linkToken(wanted, before + 1);
  }

  test('an e-mail changes once both addresses have confirmed it', {
    tags: ['address-change'],
  }, async () => {
    const me = await server.joinWithClient();
    const wanted = nextEmail();
    const { data } = await me.auth.updateUser({ email: wanted });
    expect(data.user?.email).toBe(me.email);
    const toOld = await server.linkToken(me.email);
    expect(await server.mailsTo(wanted)).toEqual([]);
    const half = await form({ token: toOld, type: 'email_change' });
    expect([half.status, half.headers.get('location')]).toEqual([303, '/login?half=1']);
    expect((await form({ token: toOld, type: 'email_change' })).status).toBe(403);
    const token = await server.linkToken(wanted);
    const shown = await server.call('GET', `/auth/v1/verify?token=${token}&type=email_change`);
    expect(await shown.text()).toContain('autocomplete="current-password"');
    for (const password of ['', NEW]) {
      const refused = await form({ token, type: 'email_change', password });
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining('Your current password is incorrect.'),
      ]);
    }
    expect((await signIn(me.email)).error).toBeNull();
    const full = await form({ token, type: 'email_change', password: PASSWORD });
    expect(full.headers.get('location')).toBe(`/login?changed=1#email=${encodeURIComponent(wanted)}`);
    expect((await signIn(me.email)).error?.code).toBe('invalid_credentials');
    expect((await signIn(wanted)).error).toBeNull();
    for (const to of [me.email, wanted]) {
      await expect.poll(async () => (await server.mailsTo(to)).at(-1)).toContain('Your e-mail was changed');
    }
  });

  test('the unmodified client changes an e-mail', async () => {
    const me = await server.joinWithClient();
    const wanted = nextEmail();
    await me.auth.updateUser({ email: wanted });
    const half = await me.auth.verifyOtp({
      token_hash: await server.linkToken(me.email),
      type: 'email_change',
    });
    expect([half.error, half.data.session]).toEqual([null, null]);
    const token_hash = await server.linkToken(wanted);
    const link = { token_hash, type: 'email_change' } as const;
    expect((await me.auth.verifyOtp(link)).error?.code).toBe('reauthentication_needed');
    // The client's types lack `password`, but it sends every field it is given.
    const withPassword = { ...link, password: PASSWORD };
    const full = await me.auth.verifyOtp(withPassword);
    expect(full.data.user?.email).toBe(wanted);
    expect((await me.auth.getUser()).data.user?.email).toBe(wanted);
  });

  test('concurrent uses of the last link change it once', async () => {
    const me = await server.joinWithClient();
    const wanted = nextEmail();
    const token = await requestChange(me, wanted);
    const use = () => form({ token, type: 'email_change', password: PASSWORD });
    const responses = await Promise.all([use(), use()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 403]);
    expect((await signIn(wanted)).error).toBeNull();
  });

  test("guesses on the new address's page count as sign-ins", {
    tags: ['address-change'],
  }, async () => {
    const limited = await openWorld({
      engine,
      env: { RATE_LIMITS: 'on', ...server.env },
    });
    const me = await server.joinWithClient();
    const token = await requestChange(me, nextEmail());
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      const body = new URLSearchParams({ token, type: 'email_change', password: NEW });
      statuses.push((await limited.call('POST', '/auth/v1/verify', { body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  test('a newer request voids the older links', async () => {
    const { email, auth } = await server.joinWithClient();
    const [unwanted, wanted] = [nextEmail(), nextEmail()];
    await auth.updateUser({ email: unwanted });
    const older = await server.linkToken(email);
    await auth.updateUser({ email: wanted });
    const stale = await server.linkToken(email, 2);
    expect((await form({ token: older, type: 'email_change' })).status).toBe(403);
    await server.client().resend({ type: 'email_change', email });
    const toOld = await server.linkToken(email, 3);
    expect((await form({ token: stale, type: 'email_change' })).status).toBe(403);
    expect((await form({ token: toOld, type: 'email_change' })).status).toBe(303);
    const toNew = await server.linkToken(wanted);
    await server.client().resend({ type: 'email_change', email });
    const again = await server.linkToken(wanted, 2);
    expect((await form({ token: toNew, type: 'email_change', password: PASSWORD })).status).toBe(403);
    const full = await form({ token: again, type: 'email_change', password: PASSWORD });
    expect(full.status).toBe(303);
    expect(await server.mailsTo(unwanted)).toEqual([]);
  });

  test("another member's address cannot be taken", async () => {
    const [owner, me] = [await server.joinWithClient(), await server.joinWithClient()];
    const { data, error } = await me.auth.updateUser({ email: owner.email });
    expect([error, data.user?.email]).toEqual([null, me.email]);
    const half = await form({ token: await server.linkToken(me.email), type: 'email_change' });
    expect(half.headers.get('location')).toBe('/login?half=1');
    await expect
      .poll(async () => (await server.mailsTo(owner.email)).at(-1))
      .toContain('You already have an account');
    expect((await signIn(me.email)).error).toBeNull();
  });

  test('a new address cancels a pending sign-up there', async () => {
    const me = await server.joinWithClient();
    const wanted = nextEmail();
    await server.client().signUp({ email: wanted, password: NEW });
    const attempt = await server.linkToken(wanted);
    const token = await requestChange(me, wanted);
    expect((await form({ token, type: 'email_change', password: PASSWORD })).status).toBe(303);
    expect((await form({ token: attempt, type: 'signup' })).status).toBe(403);
    expect((await signIn(wanted, PASSWORD)).error).toBeNull();
  });

  test('every action is audited without secrets', {
    tags: ['audit-log'],
  }, async () => {
    const { email, auth, session } = await server.signUp();
    await signIn(email, 'wrong password');
    await auth.updateUser({ password: NEW, current_password: PASSWORD });
    await auth.signOut();
    const rows = await readRows(server.db, 'authAudit');
    const mine = rows.filter((row) => row.userId === session.user.id);
    expect(mine.map((row) => row.action).sort()).toEqual([
      'confirmed',
      'password_changed',
      'proof_given',
      'sign_in_failed',
      'signed_out',
      'signed_up',
    ]);
    expect(mine.every((row) => row.address === '127.0.0.1' && row.at instanceof Date)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('@example.com');
  });
});

test('without confirmation, an e-mail changes immediately', async () => {
  const server = await openWorld({ env: { AUTH_AUTOCONFIRM: 'true' } });
  const [one, other] = [server.client(), server.client()];
  const [first, second, third] = [nextEmail(), nextEmail(), nextEmail()];
  await one.signUp({ email: first, password: PASSWORD });
  await other.signUp({ email: second, password: PASSWORD });
  expect((await one.updateUser({ email: second })).error).toMatchObject({
    status: 422,
    code: 'user_already_exists',
  });
  expect((await one.updateUser({ email: third })).data.user?.email).toBe(third);
  expect((await one.signInWithPassword({ email: third, password: PASSWORD })).error).toBeNull();
});
