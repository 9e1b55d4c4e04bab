import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../support/account.ts';
import { engines } from '../../support/database.ts';
import { type IdentityServer, startIdentity } from '../../support/identity-server.ts';

const NEW = 'a third one, with a hem';

let people = 0;
const someone = () => {
  people += 1;
  return `user${people}@example.com`;
};

describe.each(engines())("one's own account on %s", (engine) => {
  let server: IdentityServer;
  beforeAll(async () => {
    server = await startIdentity(engine);
  });
  afterAll(() => server.close());

  const signIn = (email: string, password = PASSWORD) =>
    server.client().signInWithPassword({ email, password });
  const getMe = (token: string) =>
    server.ask('/api/auth/user', { headers: { authorization: `Bearer ${token}` } });
  const form = (fields: Record<string, string>) =>
    server.ask('/auth/v1/verify', { method: 'POST', body: new URLSearchParams(fields) });

  test('a stranger changes nothing', async () => {
    const put = (headers: Record<string, string>) =>
      server.ask('/auth/v1/user', { json: { password: NEW }, method: 'PUT', headers });
    const answers = [await put({}), await put({ authorization: 'Bearer nonsense' })];
    const { auth, session } = await server.join();
    await auth.signOut({ scope: 'local' });
    answers.push(await put({ authorization: `Bearer ${session.access_token}` }));
    const seen = await Promise.all(
      answers.map(async (answer) => [
        answer.status,
        ((await answer.json()) as { error_code: string }).error_code,
      ]),
    );
    expect(seen).toEqual([
      [401, 'no_authorization'],
      [403, 'bad_jwt'],
      [403, 'session_not_found'],
    ]);
  });

  test('what no database could hold is refused: too deep, a zero, half of a character', async () => {
    const { session } = await server.join();
    const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' };
    const answers: unknown[] = [];
    const send = async (method: string, path: string, body: string) => {
      const answer = await server.ask(path, { method, headers, body });
      const { error_code } = (await answer.json()) as { error_code: string };
      answers.push([method, path, answer.status, error_code]);
    };
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const [email, password] = [someone(), PASSWORD].map((text) => JSON.stringify(text));
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
    expect(answers).toEqual([...pair, ...pair, ...pair, ...pair, ['POST', '/auth/v1/factors', ...refused]]);
    const fine = await server.ask('/auth/v1/user', {
      method: 'PUT',
      headers,
      body: '{"data":{"a":"\\\\u0000"}}',
    });
    expect(await fine.json()).toMatchObject({ user_metadata: { a: '\\u0000' } });
  });

  test('nothing is written down when nothing changes', async () => {
    const { auth, session } = await server.join();
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

  test('S15: what one says of oneself is merged, bounded, and grants nothing', async () => {
    const { auth, session } = await server.join();
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

  test('a password changes with the current one; other sessions end and a notice is mailed', async () => {
    const { email, auth, session } = await server.join();
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
    await expect.poll(() => server.mails(email).at(-1)).toContain('Your password was changed');
  });

  test('an e-mail changes once both addresses have confirmed it, in either order', async () => {
    for (const newFirst of [true, false]) {
      const { email, auth } = await server.join();
      const wanted = someone();
      const { data } = await auth.updateUser({ email: wanted });
      expect(data.user?.email).toBe(email);
      const [toOld, toNew] = [await server.linkToken(email, 2), await server.linkToken(wanted)];
      const [first, second] = newFirst ? [toNew, toOld] : [toOld, toNew];
      const half = await form({ token: first, type: 'email_change' });
      expect([half.status, half.headers.get('location')]).toEqual([303, '/login?half=1']);
      expect((await form({ token: first, type: 'email_change' })).status).toBe(403);
      expect((await signIn(email)).error).toBeNull();
      const whole = await form({ token: second, type: 'email_change' });
      expect(whole.headers.get('location')).toBe('/login?changed=1');
      expect((await signIn(email)).error?.code).toBe('invalid_credentials');
      expect((await signIn(wanted)).error).toBeNull();
      for (const to of [email, wanted]) {
        await expect.poll(() => server.mails(to).at(-1)).toContain('Your e-mail was changed');
      }
    }
  });

  test('both links used at once change it once', async () => {
    const { email, auth } = await server.join();
    const wanted = someone();
    await auth.updateUser({ email: wanted });
    const tokens = [await server.linkToken(email, 2), await server.linkToken(wanted)];
    const answers = await Promise.all(tokens.map((token) => form({ token, type: 'email_change' })));
    expect(answers.map((answer) => answer.headers.get('location')).sort()).toEqual([
      '/login?changed=1',
      '/login?half=1',
    ]);
    expect((await signIn(wanted)).error).toBeNull();
  });

  test('a newer request, and one sent again, void the older links', async () => {
    const { email, auth } = await server.join();
    const [unwanted, wanted] = [someone(), someone()];
    await auth.updateUser({ email: unwanted });
    const older = await server.linkToken(unwanted);
    await server.linkToken(email, 2);
    await auth.updateUser({ email: wanted });
    const stale = await server.linkToken(wanted);
    await server.linkToken(email, 3);
    expect((await form({ token: older, type: 'email_change' })).status).toBe(403);
    await server.client().resend({ type: 'email_change', email });
    const [toOld, toNew] = [await server.linkToken(email, 4), await server.linkToken(wanted, 2)];
    expect((await form({ token: stale, type: 'email_change' })).status).toBe(403);
    const client = server.client();
    const half = await client.verifyOtp({ token_hash: toNew, type: 'email_change' });
    expect([half.error, half.data.session]).toEqual([null, null]);
    const whole = await client.verifyOtp({ token_hash: toOld, type: 'email_change' });
    expect(whole.data.user?.email).toBe(wanted);
  });

  test('S2: an address of somebody else is told to nobody but its owner, and never becomes mine', async () => {
    const [owner, me] = [await server.join(), await server.join()];
    const { data, error } = await me.auth.updateUser({ email: owner.email });
    expect([error, data.user?.email]).toEqual([null, me.email]);
    const toOld = await server.linkToken(me.email, 2);
    await expect.poll(() => server.mails(owner.email).at(-1)).toContain('You already have an account');
    const half = await form({ token: toOld, type: 'email_change' });
    expect(half.headers.get('location')).toBe('/login?half=1');
    expect((await signIn(me.email)).error).toBeNull();
  });

  test('an attempt of somebody else to sign up with the new address gives way', async () => {
    const { email, auth } = await server.join();
    const wanted = someone();
    await server.client().signUp({ email: wanted, password: NEW });
    const attempt = await server.linkToken(wanted);
    await auth.updateUser({ email: wanted });
    for (const token of [await server.linkToken(email, 2), await server.linkToken(wanted, 2)]) {
      expect((await form({ token, type: 'email_change' })).status).toBe(303);
    }
    expect((await form({ token: attempt, type: 'signup' })).status).toBe(403);
    expect((await signIn(wanted, PASSWORD)).error).toBeNull();
  });

  test('every deed is written down with who, when and from where, and without secrets', async () => {
    const { email, auth, session } = await server.join();
    await signIn(email, 'wrong password');
    await auth.updateUser({ password: NEW, current_password: PASSWORD });
    await auth.signOut();
    const rows = await server.db.read(async ({ q, t }) => q.select().from(t.authAudit));
    const mine = rows.filter((row) => row.userId === session.user.id);
    expect(mine.map((row) => row.action).sort()).toEqual([
      'confirmed',
      'password_changed',
      'sign_in_failed',
      'signed_out',
      'signed_up',
    ]);
    expect(mine.every((row) => row.address === '127.0.0.1' && row.at instanceof Date)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('@example.com');
  });
});

test('where addresses need no confirmation, an e-mail changes at once, and a taken one is told', async () => {
  const server = await startIdentity('sqlite', { AUTH_AUTOCONFIRM: 'true' });
  try {
    const [one, other] = [server.client(), server.client()];
    const [first, second, third] = [someone(), someone(), someone()];
    await one.signUp({ email: first, password: PASSWORD });
    await other.signUp({ email: second, password: PASSWORD });
    expect((await one.updateUser({ email: second })).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
    });
    expect((await one.updateUser({ email: third })).data.user?.email).toBe(third);
    expect((await one.signInWithPassword({ email: third, password: PASSWORD })).error).toBeNull();
  } finally {
    await server.close();
  }
});
