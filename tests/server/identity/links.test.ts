import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findPassword } from '../../../server/src/identity/accounts/password.ts';
import { hashToken } from '../../../server/src/identity/links/links.ts';
import { updateRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const OTHER = 'another good password';
const NEW = 'a third one, with a hem';

let memberCount = 0;
const nextEmail = () => {
  memberCount += 1;
  return `link${memberCount}@example.com`;
};

describe.each(engines())('links on %s', (engine) => {
  const server = worldForAll({ engine });

  const pageOf = (token: string, type: string, method = 'GET') =>
    server.call(method, `/auth/v1/verify?token=${token}&type=${type}`);
  const form = (fields: Record<string, string>) =>
    server.call('POST', '/auth/v1/verify', { body: new URLSearchParams(fields) });
  const signIn = (email: string, password: string) => server.client().signInWithPassword({ email, password });
  const getMe = (token: string) => server.call('GET', '/api/auth/user', { token });
  /** Requests a recovery link and waits for its mail. */
  async function recoveryToken(email: string): Promise<string> {
    const before = (await server.mailsTo(email)).length;
    expect((await server.client().resetPasswordForEmail(email)).error).toBeNull();
    return server.linkToken(email, before + 1);
  }

  describe('a forgotten password', () => {
    test('the link stays usable until its form is sent', {
      tags: ['password-change'],
    }, async () => {
      const { email, session } = await server.join();
      const token = await recoveryToken(email);
      for (const method of ['GET', 'HEAD', 'GET']) {
        expect((await pageOf(token, 'recovery', method)).status).toBe(200);
      }
      expect((await form({ token, type: 'recovery', password: 'short' })).status).toBe(422);
      const done = await form({ token, type: 'recovery', password: NEW });
      expect([done.status, done.headers.get('location')]).toEqual([
        303,
        `/login?reset=1#email=${encodeURIComponent(email)}`,
      ]);
      expect((await getMe(session.access_token)).status).toBe(401);
      expect((await signIn(email, PASSWORD)).error?.code).toBe('invalid_credentials');
      expect((await signIn(email, NEW)).error).toBeNull();
      expect((await form({ token, type: 'recovery', password: OTHER })).status).toBe(403);
      await expect
        .poll(async () => (await server.mailsTo(email)).at(-1))
        .toContain('Your password was changed');
    });

    test('a recovery session sets a password without the old', async () => {
      const { email, session } = await server.join();
      const auth = server.client();
      const { data, error } = await auth.verifyOtp({
        token_hash: await recoveryToken(email),
        type: 'recovery',
      });
      expect(error).toBeNull();
      expect((await getMe(session.access_token)).status).toBe(401);
      expect((await auth.updateUser({ password: NEW })).error).toBeNull();
      expect((await getMe(data.session?.access_token ?? '')).status).toBe(200);
      // The recovery is over: from now on the old password is required.
      expect((await auth.updateUser({ password: OTHER })).error?.code).toBe('current_password_required');
    });

    test('a newer link voids the older one', async () => {
      const { email } = await server.join();
      const older = await recoveryToken(email);
      const newer = await recoveryToken(email);
      expect((await pageOf(older, 'recovery')).status).toBe(403);
      expect((await pageOf(newer, 'recovery')).status).toBe(200);
    });

    test('a recovery confirms an unconfirmed address', async () => {
      const email = nextEmail();
      await server.client().signUp({ email, password: OTHER });
      const attempt = await server.linkToken(email);
      const token = await recoveryToken(email);
      expect((await form({ token, type: 'recovery', password: NEW })).status).toBe(303);
      expect((await signIn(email, OTHER)).error?.code).toBe('invalid_credentials');
      expect((await signIn(email, NEW)).error).toBeNull();
      expect((await form({ token: attempt, type: 'signup' })).status).toBe(403);
    });

    test('a link only works for its own purpose', { tags: ['mailed-links'] }, async () => {
      const { email } = await server.join();
      const token = await recoveryToken(email);
      for (const type of ['signup', 'email_change', 'nonsense', '']) {
        expect((await pageOf(token, type)).status).toBe(403);
        expect((await form({ token, type, password: NEW })).status).toBe(403);
      }
      const { error } = await server.client().verifyOtp({ token_hash: token, type: 'signup' });
      expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
    });
  });

  describe('no response reveals whether an address is known', () => {
    test('recover responds alike for known or unknown addresses', {
      tags: ['account-enumeration'],
    }, async () => {
      const { email: known } = await server.join();
      const endpoints = [
        ['/auth/v1/recover', {}],
        ['/auth/v1/resend', { type: 'signup' }],
        ['/auth/v1/resend', { type: 'email_change' }],
      ] as const;
      for (const [path, extra] of endpoints) {
        for (const email of [known, nextEmail(), known]) {
          const response = await server.call('POST', path, { json: { email, ...extra } });
          expect([response.status, await response.json()]).toEqual([200, {}]);
        }
      }
    });

    test('a wrong password gets one response for every address', {
      tags: ['account-enumeration'],
    }, async () => {
      const { email: known } = await server.join();
      const waiting = nextEmail();
      await server.client().signUp({ email: waiting, password: PASSWORD });
      const replies = await Promise.all(
        [known, waiting, nextEmail()].map(async (email) => {
          const json = { email, password: OTHER };
          const response = await server.call('POST', '/auth/v1/token?grant_type=password', { json });
          return [response.status, await response.json()];
        }),
      );
      const reply = [400, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }];
      expect(replies).toEqual([reply, reply, reply]);
    });

    test('after a sign-up attempt, responses stay alike', {
      tags: ['account-enumeration'],
    }, async () => {
      const { email: known } = await server.join();
      const own = await server.joinWithClient();
      const fresh = nextEmail();
      const reply = async (email: string, password: string) => {
        const json = { email, password };
        const response = await server.call('POST', '/auth/v1/token?grant_type=password', { json });
        return [response.status, ((await response.json()) as { error_code?: string }).error_code];
      };
      for (const email of [known, fresh, own.email]) {
        const password = email === own.email ? PASSWORD : OTHER;
        await server.call('POST', '/auth/v1/signup', { json: { email, password } });
      }
      const unconfirmed = [400, 'email_not_confirmed'];
      const wrong = [400, 'invalid_credentials'];
      expect([await reply(known, OTHER), await reply(fresh, OTHER)]).toEqual([unconfirmed, unconfirmed]);
      expect([await reply(known, NEW), await reply(fresh, NEW)]).toEqual([wrong, wrong]);
      // A later attempt replaces the earlier one for both addresses.
      for (const email of [known, fresh])
        await server.call('POST', '/auth/v1/signup', { json: { email, password: NEW } });
      expect([await reply(known, NEW), await reply(fresh, NEW)]).toEqual([unconfirmed, unconfirmed]);
      expect([await reply(known, OTHER), await reply(fresh, OTHER)]).toEqual([wrong, wrong]);
      // Resending the mail changes nothing.
      for (const email of [known, fresh])
        await server.call('POST', '/auth/v1/resend', { json: { email, type: 'signup' } });
      await expect
        .poll(async () => [(await server.mailsTo(known)).length, (await server.mailsTo(fresh)).length])
        .toEqual([3, 3]);
      expect([await reply(known, NEW), await reply(fresh, NEW)]).toEqual([unconfirmed, unconfirmed]);
      // The account's owner can always sign in, even after a sign-up with the same password.
      expect([await reply(known, PASSWORD), await reply(own.email, PASSWORD)]).toEqual([
        [200, undefined],
        [200, undefined],
      ]);
    });

    test('a resend to an existing account contains no link', async () => {
      const { email } = await server.join();
      await server.call('POST', '/auth/v1/signup', { json: { email, password: OTHER } });
      await server.call('POST', '/auth/v1/resend', { json: { email, type: 'signup' } });
      await expect.poll(async () => (await server.mailsTo(email)).length).toBe(2);
      for (const mail of await server.mailsTo(email)) {
        expect(mail).toContain('You already have an account');
        expect(mail).not.toContain('/verify?');
      }
    });

    test('a sign-up attempt with a taken address confirms nothing', {
      tags: ['account-enumeration'],
    }, async () => {
      const { email, session } = await server.join();
      await server.call('POST', '/auth/v1/signup', { json: { email, password: OTHER } });
      // No one knows the token, so the test replaces it with a known one.
      await updateRows(server.db, 'authLinks', { hash: hashToken('known') }, { userId: session.user.id });
      expect((await form({ token: 'known', type: 'signup' })).status).toBe(403);
      expect((await signIn(email, PASSWORD)).error).toBeNull();
    });

    test("a sign-up attempt shares the account's password salt", {
      tags: ['account-enumeration'],
    }, async () => {
      const { email, session } = await server.join();
      await server.call('POST', '/auth/v1/signup', { json: { email, password: OTHER } });
      const [hashes] = await server.db.read(({ q, t: { authUsers: a, authLinks: l } }) =>
        q
          .select({ own: a.passwordHash, tried: l.passwordHash })
          .from(a)
          .innerJoin(l, eq(l.userId, a.id))
          .where(eq(a.id, session.user.id)),
      );
      const { own = null, tried = null } = hashes ?? {};
      expect(tried?.split('$').slice(0, 5)).toEqual(own?.split('$').slice(0, 5));
      expect(await findPassword(OTHER, [own, tried])).toEqual([1]);
      expect(await findPassword(PASSWORD, [own, tried])).toEqual([0]);
      expect(await findPassword(NEW, [own, tried])).toEqual([]);
      expect(await findPassword(OTHER, [null, tried])).toEqual([1]);
    });
  });

  test('a forged host appears in no recovery mail', async () => {
    const { email } = await server.join();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    await server.call('POST', '/auth/v1/recover', { json: { email }, headers });
    const token = await server.linkToken(email);
    expect((await server.mailsTo(email)).at(-1)).toContain(`${server.url}/auth/v1/verify?token=`);
    expect((await server.mailsTo(email)).at(-1)).not.toContain('evil.example');
    const shown = await server.call('GET', `/auth/v1/verify?token=${token}&type=recovery`, { headers });
    expect(await shown.text()).not.toContain('evil.example');
  });

  test.each([
    'https://evil.example/x',
    'http://localhost:1/x',
    'http://localhost@evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
  ])('a mailed link leads here despite redirect_to %s', async (redirectTo) => {
    const email = nextEmail();
    await server.client().signUp({ email, password: PASSWORD, options: { emailRedirectTo: redirectTo } });
    const token = await server.linkToken(email);
    expect((await server.mailsTo(email)).at(-1)).not.toContain('evil');
    expect((await server.mailsTo(email)).at(-1)).not.toContain('javascript');
    const query = `redirect_to=${encodeURIComponent(redirectTo)}`;
    const done = await server.call('POST', `/auth/v1/verify?${query}`, {
      body: new URLSearchParams({ token, type: 'signup' }),
    });
    expect(done.headers.get('location')).toBe(`/login?verified=1#email=${encodeURIComponent(email)}`);
  });

  test("a link's page runs no script", async () => {
    const { email } = await server.join();
    for (const token of [await recoveryToken(email), 'nonsense']) {
      const { headers } = await pageOf(token, 'recovery');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src|connect-src/);
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test("a link's mail contains no user-supplied text", { tags: ['clean-mails'] }, async () => {
    const email = nextEmail();
    const data = { name: '<b>bargain</b>' };
    await server.client().signUp({ email, password: PASSWORD, options: { data } });
    const token = await server.linkToken(email);
    expect((await server.mailsTo(email)).at(-1)).not.toContain('bargain');
    expect(await (await pageOf(token, 'signup')).text()).not.toContain('bargain');
    const mail = ((await server.mailsTo(email)).at(-1) ?? '').replaceAll('&amp;', '&');
    expect(new Set(mail.match(/https?:\/\/[^\s"<>]+/g)).size).toBe(1);
    expect(mail).toContain('<html');
  });
});
