import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import { next } from '../../support/clients/socket.ts';
import { updateRows } from '../../support/data/rows.ts';
import { PASSWORD, signUp } from '../../support/people/account.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { engines } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { openWorld, startWorld, type World } from '../../support/world.ts';

describe.each(engines())('the operator command (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  async function start(env: Record<string, string> = {}) {
    server = await startWorld({ engine, env: { AUTH_AUTOCONFIRM: 'true', ...env } });
    const person = await signUp(server.url, 'marlow');
    const { username } = await person.call<{ username: string }>('GET', '/api/auth/user');
    return {
      person,
      username,
      run: (words: string, more: Record<string, string> = {}) =>
        runOperator(words.split(' '), { ...server.env, ...more }),
    };
  }

  test('makes a member an admin while the server runs', {
    tags: ['no-default-admin'],
  }, async () => {
    const { person, username, run } = await start();
    const isAdmin = async () => (await person.call<{ isAdmin: boolean }>('GET', '/api/auth/user')).isAdmin;
    expect(await isAdmin()).toBe(false);
    expect(await run(`admin grant ${username.toUpperCase()}`)).toMatchObject({
      code: 0,
      output: `${username} is now an admin.`,
    });
    expect(await isAdmin()).toBe(true);
    expect((await run(`admin grant ${username}`)).output).toBe(`${username} is already an admin.`);
    expect((await run(`admin revoke ${username}`)).output).toBe(`${username} is no longer an admin.`);
    expect(await isAdmin()).toBe(false);
    expect((await run(`admin revoke ${username}`, { ADMIN_EMAILS: person.email })).output).toContain(
      'ADMIN_EMAILS still lists this account',
    );
  });

  test('suspends a member until restored', {
    tags: ['ended-sessions'],
  }, async () => {
    const { person, username, run } = await start();
    const other = await signUp(server.url, 'odile');
    expect((await person.request('GET', '/api/conversations')).status).toBe(200);
    const socket = person.connect();
    await next(socket, 'unread');
    const ended = next(socket, 'session:ended');
    const suspended = await run(`user suspend ${username}`);
    expect(suspended).toMatchObject({ code: 0, errors: '' });
    expect(await ended).toEqual({ reason: 'suspended' });
    socket.disconnect();
    expect((await person.request('GET', '/api/conversations')).status).toBe(401);
    const signIn = () => server.client().signInWithPassword({ email: person.email, password: PASSWORD });
    expect((await signIn()).error).toMatchObject({ code: 'user_banned', message: 'User is banned' });
    expect((await other.request('GET', '/api/conversations')).status).toBe(200);

    expect((await run(`user restore ${username}`)).output).toBe(`${username} can sign in again.`);
    expect((await signIn()).error).toBeNull();
    const actions = await server.db.read(({ q, t }) =>
      q.select({ action: t.authAudit.action }).from(t.authAudit).where(eq(t.authAudit.userId, person.id)),
    );
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['suspended', 'restored']));
  });

  test('turns two-step sign-in off after a lost app', async () => {
    const { person, username, run } = await start();
    const words = `user reset-two-step ${username}`;
    const { data: factor, error } = await person.auth.mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    const code = codeAt(decodeBase32IgnorePadding(factor.totp.secret), stepAt(new Date()));
    expect((await person.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();

    const token = (await person.auth.getSession()).data.session?.access_token;
    const inboxStatus = async (token = '') =>
      (await server.call('GET', '/api/conversations', { token })).status;
    const signIn = async () => {
      const { data } = await server.client().signInWithPassword({ email: person.email, password: PASSWORD });
      return data.session?.access_token;
    };
    expect(await inboxStatus(token)).toBe(200);
    expect(await inboxStatus(await signIn())).toBe(403);

    expect(await run(words)).toEqual({
      code: 0,
      output: `${username} is signed out everywhere, and can sign in without a code.`,
      errors: '',
    });
    // The operator's command has no mail server either, and writes into the folder.
    const folder = join(server.dataDir, 'outbox');
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(mails.join()).toContain('Two-step sign-in is off');
    await expect.poll(() => inboxStatus(token)).toBe(401);
    expect((await person.auth.refreshSession()).data.session).toBeNull();
    expect(await inboxStatus(await signIn())).toBe(200);
    const actions = await server.db.read(({ q, t }) =>
      q.select({ action: t.authAudit.action }).from(t.authAudit).where(eq(t.authAudit.userId, person.id)),
    );
    expect(actions.map(({ action }) => action)).toContain('factor_removed');

    expect(await run(words)).toMatchObject({ code: 0, output: `${username} has no two-step sign-in.` });
    expect(await inboxStatus(await signIn())).toBe(200);
    expect(await run('user reset-two-step nobody')).toMatchObject({ code: 1, errors: 'User not found' });
  });

  test('reports what it cannot do', async () => {
    const { run } = await start();
    expect(await run('admin grant nobody')).toEqual({ code: 1, output: '', errors: 'User not found' });
    expect(await run('user suspend nobody')).toMatchObject({ code: 1, errors: 'User not found' });
    for (const words of ['', 'admin', 'admin grant', 'admin grant a b', 'admin crown x']) {
      expect(await run(words)).toMatchObject({ code: 2, output: '' });
      expect((await run(words)).errors).toContain('user suspend <username>');
    }
    expect(await run('--help')).toMatchObject({ code: 0, errors: '' });
    expect(await run('admin grant x', { PORT: 'many' })).toMatchObject({ code: 1 });
  });

  test('an address in ADMIN_EMAILS must be proven by mail', {
    tags: ['no-default-admin'],
  }, async () => {
    const { person: autoConfirmed, username } = await start({
      ADMIN_EMAILS: ' Boss@Example.com, marlow@example.com ',
    });
    const setAccount = (email: string, isAutoConfirmed: boolean, confirmedAt: Date | null) =>
      updateRows(server.db, 'authUsers', { email, isAutoConfirmed, confirmedAt }, { id: autoConfirmed.id });
    const isAdminAtSignIn = async () => {
      const { data } = await server
        .client()
        .signInWithPassword({ email: 'boss@example.com', password: PASSWORD });
      const response = await server.call('GET', '/api/auth/user', { token: data.session?.access_token });
      return ((await response.json()) as { isAdmin: boolean }).isAdmin;
    };
    await setAccount('boss@example.com', true, new Date());
    expect(await isAdminAtSignIn()).toBe(false);
    await setAccount('boss@example.com', false, new Date());
    expect(await isAdminAtSignIn()).toBe(true);
    const profile = await (await server.call('GET', `/api/users/${username}`)).json();
    expect(profile).toMatchObject({ isAdmin: true });
  });
});

test('an unconfirmed address makes no admin', async () => {
  const server = await openWorld({ env: { ADMIN_EMAILS: 'boss@example.com' } });
  const client = server.client();
  await client.signUp({ email: 'BOSS@example.com', password: PASSWORD });
  const refused = await client.signInWithPassword({ email: 'boss@example.com', password: PASSWORD });
  expect(refused.error?.code).toBe('email_not_confirmed');
  const token = await server.linkToken('boss@example.com');
  const confirmed = await client.verifyOtp({ type: 'signup', token_hash: token });
  const response = await server.call('GET', '/api/auth/user', {
    token: confirmed.data.session?.access_token,
  });
  expect(await response.json()).toMatchObject({ isAdmin: true });
});

test('a missing database is reported instead of created', async () => {
  const dir = makeTempDir();
  const missing = join(dir.path, 'typo');
  const result = await runOperator(['admin', 'grant', 'marlow'], { DATA_DIR: missing });
  expect(result).toMatchObject({ code: 1, output: '' });
  expect(result.errors).toContain(`There is no database at ${join(missing, 'selvedge.db')}`);
  expect((await runOperator(['admin', 'grant', 'marlow'], { DATA_DIR: missing })).code).toBe(1);
  dir.remove();
});
