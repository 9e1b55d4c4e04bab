import type { User } from '@selvedge/shared/members/users';
import type { GoTrueClient } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { newAccount } from '../../../server/src/identity/accounts/sign-up.ts';
import { insertAccount } from '../../../server/src/identity/queries.ts';
import { startSession } from '../../../server/src/identity/sessions/session.ts';
import { readRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { openWorld, type World } from '../../support/world.ts';

describe('an address in ADMIN_EMAILS', () => {
  const admins = { ADMIN_EMAILS: 'boss@example.com' };
  const isAdmin = async (server: World, auth: GoTrueClient) => {
    const token = (await auth.getSession()).data.session?.access_token;
    return ((await (await server.call('GET', '/api/auth/user', { token })).json()) as User).isAdmin;
  };

  test('makes no admin of a member without confirmation', async () => {
    const server = await openWorld({ env: admins });
    const { auth, email } = await server.signUp();
    const open = await openWorld({
      env: { ...admins, AUTH_AUTOCONFIRM: 'true', ...server.env },
    });
    expect(await isAdmin(server, auth)).toBe(false);
    const autoconfirmed = open.client();
    await autoconfirmed.signInWithPassword({ email, password: PASSWORD });
    await autoconfirmed.updateUser({ email: 'boss@example.com' });
    const again = open.client();
    await again.signInWithPassword({ email: 'boss@example.com', password: PASSWORD });
    expect(await isAdmin(open, again)).toBe(false);
  });

  test('makes no admin by a change of e-mail', {
    tags: ['no-default-admin'],
  }, async () => {
    const server = await openWorld({ env: admins });
    const { auth, email } = await server.signUp();
    await auth.updateUser({ email: 'boss@example.com' });
    const half = { token_hash: await server.linkToken(email, 2), type: 'email_change' } as const;
    expect((await auth.verifyOtp(half)).error).toBeNull();
    const last = { ...half, token_hash: await server.linkToken('boss@example.com'), password: PASSWORD };
    expect((await auth.verifyOtp(last)).error).toBeNull();
    const again = server.client();
    await again.signInWithPassword({ email: 'boss@example.com', password: PASSWORD });
    expect(await isAdmin(server, again)).toBe(false);
    await again.resetPasswordForEmail('boss@example.com');
    const token_hash = await server.linkToken('boss@example.com', 3);
    await again.verifyOtp({ token_hash, type: 'recovery' });
    expect(await isAdmin(server, again)).toBe(false);
  });

  test("makes no admin by another provider's confirmation", async () => {
    const server = await openWorld({ env: admins });
    const account = { ...newAccount('boss@example.com'), confirmedAt: new Date() };
    const signInBy = (method: 'oauth' | 'otp') =>
      server.db.transact((tx) => startSession({ config: readConfig(admins) }, tx, account, method));
    await server.db.transact((tx) => insertAccount(tx, account));
    const hasRights = async () => (await readRows(server.db, 'users')).some(({ isAdmin: has }) => has);
    await signInBy('oauth');
    expect(await hasRights()).toBe(false);
    await signInBy('otp');
    expect(await hasRights()).toBe(true);
  });

  test('makes its owner an admin at the next sign-in', {
    tags: ['no-default-admin'],
  }, async () => {
    const server = await openWorld();
    const named = await openWorld({
      env: { ...admins, ...server.env },
    });
    const { session } = await server.signUp('boss@example.com');
    const auth = named.client();
    await auth.refreshSession(session);
    expect(await isAdmin(named, auth)).toBe(false);
    await auth.signInWithPassword({ email: 'boss@example.com', password: PASSWORD });
    expect(await isAdmin(named, auth)).toBe(true);
  });

  test('makes no admin with a single click', {
    tags: ['no-default-admin'],
  }, async () => {
    const server = await openWorld({ env: admins });
    await server.client().signUp({ email: 'boss@example.com', password: PASSWORD });
    const token = await server.linkToken('boss@example.com');
    const use = (fields: object) =>
      server.call('POST', '/auth/v1/verify', {
        body: new URLSearchParams({ token, type: 'signup', ...fields }),
      });
    expect((await use({})).status).toBe(422);
    expect((await use({ password: 'chosen by the owner' })).status).toBe(303);
    const signIn = (password: string) =>
      server.client().signInWithPassword({ email: 'boss@example.com', password });
    expect((await signIn(PASSWORD)).error?.code).toBe('invalid_credentials');
    expect((await signIn('chosen by the owner')).error).toBeNull();
  });
});
