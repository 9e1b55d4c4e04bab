import type { User } from '@selvedge/shared/users';
import type { GoTrueClient } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../support/account.ts';
import { type IdentityServer, startIdentity } from '../../support/identity-server.ts';

describe('an address that the settings name an admin by', () => {
  const admins = { ADMIN_EMAILS: 'boss@example.com' };
  const isAdmin = async (server: IdentityServer, auth: GoTrueClient) => {
    const token = (await auth.getSession()).data.session?.access_token;
    const headers = { authorization: `Bearer ${token}` };
    return ((await (await server.ask('/api/auth/user', { headers })).json()) as User).isAdmin;
  };

  test('makes nobody an admin who takes it where addresses need no confirmation', async () => {
    const server = await startIdentity('sqlite', admins);
    const { auth, email } = await server.join();
    const open = await startIdentity('sqlite', {
      ...admins,
      AUTH_AUTOCONFIRM: 'true',
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: server.dataDir,
    });
    try {
      expect(await isAdmin(server, auth)).toBe(false);
      const there = open.client();
      await there.signInWithPassword({ email, password: PASSWORD });
      await there.updateUser({ email: 'boss@example.com' });
      const again = open.client();
      await again.signInWithPassword({ email: 'boss@example.com', password: PASSWORD });
      expect(await isAdmin(open, again)).toBe(false);
    } finally {
      await open.close();
      await server.close();
    }
  });

  test('makes whoever changes to it by both mails an admin, however they came here', async () => {
    const open = await startIdentity('sqlite', { AUTH_AUTOCONFIRM: 'true' });
    const asking = await startIdentity('sqlite', {
      ...admins,
      DATABASE_URL: open.databaseUrl,
      DATA_DIR: open.dataDir,
    });
    try {
      const email = 'marlow@example.com';
      await open.client().signUp({ email, password: PASSWORD });
      const client = asking.client();
      await client.signInWithPassword({ email, password: PASSWORD });
      await client.updateUser({ email: 'boss@example.com' });
      const links = [await open.linkToken(email), await open.linkToken('boss@example.com')];
      for (const token_hash of links) await client.verifyOtp({ token_hash, type: 'email_change' });
      const again = asking.client();
      await again.signInWithPassword({ email: 'boss@example.com', password: PASSWORD });
      expect(await isAdmin(asking, again)).toBe(true);
    } finally {
      await asking.close();
      await open.close();
    }
  });
});
