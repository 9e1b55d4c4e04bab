import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRows, readRows, updateRows } from '../../support/data/rows.ts';
import { type Discord, startDiscord } from '../../support/peers/discord.ts';
import { PASSWORD } from '../../support/people/account.ts';
import {
  ageProofs,
  auditOf,
  clientOf,
  codeInMail,
  codeOf,
  signInAgain,
} from '../../support/people/two-step.ts';
import { engines } from '../../support/servers/database.ts';
import { openWorld, startWorld, type World } from '../../support/world.ts';

const NEW = 'a third one, with a hem';
const WRONG = 'nobody has this password';

describe.each(engines())('a fresh proof (%s)', (engine) => {
  let server: World;
  let discord: Discord;
  beforeAll(async () => {
    discord = await startDiscord();
    server = await startWorld({ engine, env: discord.env });
  });
  afterAll(async () => {
    await server.close();
    await discord.close();
  });

  /** Joins a member whose sign-in is more than five minutes ago. */
  async function joinLongAgo() {
    const member = await server.joinWithClient(clientOf(server.url));
    const { id } = member.session.user;
    await ageProofs(server.db, id);
    return { ...member, id, token: member.session.access_token };
  }
  type Member = Awaited<ReturnType<typeof joinLongAgo>>;

  async function send(token: string, method: string, path: string, json?: unknown) {
    const response = await server.call(method, `/auth/v1${path}`, { token, json });
    const body = (await response.json()) as { error_code?: string; identities?: unknown[] };
    return { status: response.status, code: body.error_code };
  }
  const prove = ({ token }: Pick<Member, 'token'>, json: object) =>
    send(token, 'POST', '/reauthenticate', json);
  const enroll = ({ auth }: Pick<Member, 'auth'>) => auth.mfa.enroll({ factorType: 'totp' });
  /** Requests a code and reads it from the mail. */
  async function mailedCode({ auth, email }: Pick<Member, 'auth' | 'email'>): Promise<string> {
    const before = (await server.mailsTo(email)).length;
    expect((await auth.reauthenticate()).error).toBeNull();
    await expect.poll(async () => (await server.mailsTo(email)).length).toBe(before + 1);
    return codeInMail((await server.mailsTo(email)).at(-1));
  }
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

  test('a token alone cannot change the account', {
    tags: ['fresh-proof'],
  }, async () => {
    const me = await joinLongAgo();
    await me.auth.refreshSession();
    const refused = { status: 400, code: 'reauthentication_needed' };
    expect((await enroll(me)).error).toMatchObject(refused);
    expect((await me.auth.updateUser({ password: NEW })).error).toMatchObject(refused);
    expect((await me.auth.updateUser({ email: 'other@example.com' })).error).toMatchObject(refused);
    const [identity] = (await me.auth.getUserIdentities()).data?.identities ?? [];
    if (!identity) throw new Error('no identity');
    expect((await me.auth.unlinkIdentity(identity)).error).toMatchObject(refused);
    // Changes that grant no access to the account need no proof.
    expect((await me.auth.updateUser({ data: { size: 'M' } })).error).toBeNull();
    expect(await server.mailsTo('other@example.com')).toEqual([]);
    expect((await signInAgain(server.url, me.email)).session).toBeTruthy();
  });

  test('entering the password counts for five minutes', {
    tags: ['fresh-proof'],
  }, async () => {
    const me = await joinLongAgo();
    const other = await signInAgain(server.url, me.email);
    await ageProofs(server.db, me.id);
    expect(await prove(me, { password: WRONG })).toEqual({ status: 400, code: 'current_password_invalid' });
    expect((await enroll(me)).error?.code).toBe('reauthentication_needed');
    expect(await prove(me, { password: PASSWORD })).toEqual({ status: 200, code: undefined });
    expect((await enroll(me)).error).toBeNull();
    expect((await enroll(other)).error?.code).toBe('reauthentication_needed');
    expect((await me.auth.updateUser({ email: 'new@example.com' })).error).toBeNull();
    await ageProofs(server.db, me.id, 299_000);
    expect((await enroll(me)).error).toBeNull();
    await ageProofs(server.db, me.id);
    expect((await enroll(me)).error?.code).toBe('reauthentication_needed');
    expect(await auditOf(server.db, me.id)).toMatchObject({ proof_given: 1, proof_refused: 1 });
  });

  test('a proof dated in the future does not count', async () => {
    const me = await joinLongAgo();
    await ageProofs(server.db, me.id, -3_600_000);
    expect((await enroll(me)).error?.code).toBe('reauthentication_needed');
  });

  test('signing in through Discord is no proof', {
    tags: ['fresh-proof'],
  }, async () => {
    const joined = await server.signUp(undefined, clientOf(server.url));
    expect((await enroll(joined)).error).toBeNull();
    expect((await enroll(await signInAgain(server.url, joined.email))).error).toBeNull();

    const person = discord.become();
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      provider: 'discord',
      redirect_to: server.url,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 's256',
    });
    const left = await server.call('GET', `/auth/v1/authorize?${query}`);
    const cookie = (left.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const back = await fetch(discord.approve(left.headers.get('location') ?? ''), {
      headers: { cookie },
      redirect: 'manual',
    });
    const auth_code = new URL(back.headers.get('location') ?? '').searchParams.get('code');
    const traded = await server.call('POST', '/auth/v1/token?grant_type=pkce', {
      json: { auth_code, code_verifier: verifier },
    });
    const auth = clientOf(server.url);
    await auth.setSession((await traded.json()) as { access_token: string; refresh_token: string });
    expect((await enroll({ auth })).error?.code).toBe('reauthentication_needed');
    // A member without a password sets one with the mailed code as proof.
    const nonce = await mailedCode({ auth, email: String(person.email) });
    expect((await auth.updateUser({ password: NEW, nonce })).error).toBeNull();
    expect((await enroll({ auth })).error).toBeNull();
    expect((await signInAgain(server.url, String(person.email), NEW)).session).toBeTruthy();
  });

  test('a mailed code works once, in its own session', {
    tags: ['mailed-codes'],
  }, async () => {
    const me = await joinLongAgo();
    const other = await signInAgain(server.url, me.email);
    await ageProofs(server.db, me.id);
    const nonce = await mailedCode(me);
    const refused = { status: 422, code: 'reauthentication_not_valid' };
    expect((await other.auth.updateUser({ password: NEW, nonce })).error).toMatchObject(refused);
    expect((await me.auth.updateUser({ password: NEW, nonce: wrong(nonce) })).error).toMatchObject(refused);
    expect((await me.auth.updateUser({ password: NEW, nonce })).error).toBeNull();
    expect(await prove(me, { nonce })).toEqual(refused);
    expect((await signInAgain(server.url, me.email, NEW)).session).toBeTruthy();
  });

  test('a code allows five tries', {
    tags: ['mailed-codes'],
  }, async () => {
    const me = await joinLongAgo();
    const refused = { status: 422, code: 'reauthentication_not_valid' };
    const first = await mailedCode(me);
    for (let i = 0; i < 5; i += 1) expect(await prove(me, { nonce: wrong(first) })).toEqual(refused);
    expect(await prove(me, { nonce: first })).toEqual(refused);
    const late = await mailedCode(me);
    await updateRows(server.db, 'authNonces', { expiresAt: new Date() });
    expect(await prove(me, { nonce: late })).toEqual(refused);
    const older = await mailedCode(me);
    const newest = await mailedCode(me);
    if (older !== newest) expect(await prove(me, { nonce: older })).toEqual(refused);
    expect(await prove(me, { nonce: newest })).toEqual({ status: 200, code: undefined });
    expect(await prove(me, { nonce: '' })).toMatchObject({ code: 'current_password_invalid' });
  });

  test('a copy of the database contains no code', {
    tags: ['mailed-codes'],
  }, async () => {
    const me = await joinLongAgo();
    const code = await mailedCode(me);
    const nonces = () => readRows(server.db, 'authNonces', { sessionId: sessionIdOf(me.token) });
    const [stored] = await nonces();
    expect(stored?.hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(stored?.hash).not.toBe(createHash('sha256').update(code).digest('base64url'));
    await me.auth.signOut({ scope: 'local' });
    expect(await nonces()).toEqual([]);
  });
  const sessionIdOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id;

  test("a new app's first code needs a proof", {
    tags: ['fresh-proof'],
  }, async () => {
    const me = await joinLongAgo();
    await prove(me, { password: PASSWORD });
    const { data: factor } = await enroll(me);
    await ageProofs(server.db, me.id);
    const confirm = () =>
      me.auth.mfa.challengeAndVerify({
        factorId: factor?.id ?? '',
        code: codeOf(factor?.type === 'totp' ? factor.totp.secret : ''),
      });
    expect((await confirm()).error?.code).toBe('reauthentication_needed');
    expect((await signInAgain(server.url, me.email)).session.user.factors?.[0]?.status).toBe('unverified');
    await prove(me, { password: PASSWORD });
    expect((await confirm()).error).toBeNull();
  });

  test('after a recovery link, the proof lasts five minutes', async () => {
    const { email, session } = await server.join();
    const recovered = async (mails: number) => {
      const auth = clientOf(server.url);
      await auth.resetPasswordForEmail(email);
      const token_hash = await server.linkToken(email, mails);
      expect((await auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
      return auth;
    };
    const late = await recovered(1);
    await ageProofs(server.db, session.user.id);
    expect((await late.updateUser({ password: NEW })).error?.code).toBe('reauthentication_needed');
    const soon = await recovered(2);
    expect((await soon.updateUser({ password: NEW })).error).toBeNull();
  });

  test('a wrong current password is refused despite a proof', async () => {
    const me = await server.joinWithClient();
    const change = { password: NEW, current_password: WRONG };
    expect((await me.auth.updateUser(change)).error?.code).toBe('current_password_invalid');
    expect((await signInAgain(server.url, me.email)).session).toBeTruthy();
  });

  test('unlinking a provider needs a proof', async () => {
    const me = await server.joinWithClient();
    const other = await signInAgain(server.url, me.email);
    const { id: userId } = me.session.user;
    const own = { id: crypto.randomUUID(), subject: String(Date.now()) };
    await insertRows(server.db, 'authIdentities', {
      ...own,
      userId,
      provider: 'discord',
      createdAt: new Date(),
    });
    const unlink = (id: string) => send(me.session.access_token, 'DELETE', `/user/identities/${id}`);
    const stranger = await server.joinWithClient();
    const foreign = stranger.session.user.identities?.[0]?.identity_id ?? '';
    expect(await unlink(foreign)).toEqual({ status: 404, code: 'identity_not_found' });
    expect(await unlink('none')).toEqual({ status: 404, code: 'identity_not_found' });
    expect(await unlink(own.id)).toEqual({ status: 200, code: undefined });
    const { data } = await me.auth.getUser();
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    expect((await other.auth.getUser()).error).not.toBeNull();
    expect(await unlink(data.user?.identities?.[0]?.identity_id ?? '')).toEqual({
      status: 422,
      code: 'single_identity_not_deletable',
    });
    await expect
      .poll(async () => (await server.mailsTo(me.email)).join())
      .toContain('You can no longer sign in with Discord');
    expect(await auditOf(server.db, userId)).toMatchObject({ discord_unlinked: 1 });
  });
});

test('guessing ends after ten tries across all sessions', {
  tags: ['mailed-codes'],
}, async () => {
  const server = await openWorld({ env: { AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'on' } });
  const email = 'guessed@example.com';
  await server.client().signUp({ email, password: PASSWORD });
  const tokens: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    tokens.push((await signInAgain(server.url, email)).session.access_token);
  }
  const statuses = async (json: object) => {
    const seen: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      seen.push(
        (await server.call('POST', '/auth/v1/reauthenticate', { token: tokens[i % 3], json })).status,
      );
    }
    return seen;
  };
  expect(await statuses({ nonce: '123456' })).toEqual([...Array(10).fill(422), 429, 429]);
  expect(await statuses({ password: WRONG })).toEqual([...Array(10).fill(400), 429, 429]);
  const mail = () => server.call('GET', '/auth/v1/reauthenticate', { token: tokens[0] });
  expect([(await mail()).status, (await mail()).status]).toEqual([200, 429]);
});
