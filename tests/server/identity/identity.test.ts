import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { markDelivered } from '../../../server/src/identity/queries.ts';
import { makeRefreshToken, readRefreshToken } from '../../../server/src/identity/sessions/refresh-token.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { openWorld, worldForAll } from '../../support/world.ts';

const OTHER = 'another good password';

let memberCount = 0;
const nextEmail = () => {
  memberCount += 1;
  return `person${memberCount}@example.com`;
};
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A JSON body whose fields the test itself checks. */
const bodyOf = async (response: Response) => (await response.json()) as Record<string, string>;
const claimsOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe.each(engines())('identity on %s', (engine) => {
  const server = worldForAll({ engine, env: { REUSE_WINDOW: '5' } });

  const refresh = (refresh_token: string | undefined, headers: Record<string, string> = {}) =>
    server.call('POST', '/auth/v1/token?grant_type=refresh_token', { json: { refresh_token }, headers });
  const getMe = (token: string | undefined) => server.call('GET', '/api/auth/user', { token });

  describe('signing up', () => {
    test('gives a session only after the address is confirmed', async () => {
      const email = nextEmail();
      const auth = server.client();
      const { data } = await auth.signUp({ email, password: PASSWORD });
      expect(data.session).toBeNull();
      expect((await auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
        'email_not_confirmed',
      );
      expect((await auth.signInWithPassword({ email, password: OTHER })).error?.code).toBe(
        'invalid_credentials',
      );
      const token_hash = await server.linkToken(email);
      expect((await auth.verifyOtp({ token_hash, type: 'signup' })).data.session).not.toBeNull();
      const signedIn = await auth.signInWithPassword({ email, password: PASSWORD });
      expect(signedIn.error).toBeNull();
      expect(signedIn.data.user?.email_confirmed_at).toBeTruthy();
    });

    test('opening the link changes nothing', {
      tags: ['mailed-links'],
    }, async () => {
      const email = nextEmail();
      await server.client().signUp({ email, password: PASSWORD });
      const token = await server.linkToken(email);
      for (const method of ['GET', 'HEAD', 'GET']) {
        expect((await server.call(method, `/auth/v1/verify?token=${token}&type=signup`)).status).toBe(200);
      }
      const form = () =>
        server.call('POST', '/auth/v1/verify', { body: new URLSearchParams({ token, type: 'signup' }) });
      const used = await form();
      const signInPage = `/login?verified=1#email=${encodeURIComponent(email)}`;
      expect([used.status, used.headers.get('location')]).toEqual([303, signInPage]);
      expect((await form()).status).toBe(403);
      expect((await server.call('GET', `/auth/v1/verify?token=${token}&type=signup`)).status).toBe(403);
    });

    test('a link used ten times at once works once', { tags: ['mailed-links'] }, async () => {
      const email = nextEmail();
      await server.client().signUp({ email, password: PASSWORD });
      const token_hash = await server.linkToken(email);
      const used = await Promise.all(
        Array.from({ length: 10 }, () => server.client().verifyOtp({ token_hash, type: 'signup' })),
      );
      expect(used.filter(({ data }) => data.session !== null)).toHaveLength(1);
    });

    test('responses are alike for all addresses', {
      tags: ['account-enumeration'],
    }, async () => {
      const { email: confirmed } = await server.join();
      const unknown = nextEmail();
      const shapes = [];
      for (const email of [unknown, unknown, confirmed]) {
        // The limit of one mail a minute is off here.
        const response = await server.call('POST', '/auth/v1/signup', { json: { email, password: OTHER } });
        const body = await bodyOf(response);
        shapes.push([
          response.status,
          Object.keys(body).sort(),
          body.identities?.length,
          'email_confirmed_at' in body,
        ]);
      }
      expect(shapes[1]).toEqual(shapes[0]);
      expect(shapes[2]).toEqual(shapes[0]);
      const product = await server.call('POST', '/api/auth/signup', {
        json: { email: confirmed, password: OTHER },
      });
      expect(await bodyOf(product)).toEqual({
        message: 'Signup successful. Please check your email to verify your account.',
        username: expect.stringMatching(/^user\w{8}$/),
      });
      await expect
        .poll(async () => (await server.mailsTo(confirmed)).at(-1))
        .toContain('You already have an account');
      // The attempted password does not sign in; the error only says that the address is unconfirmed.
      for (const email of [unknown, confirmed]) {
        const { error } = await server.client().signInWithPassword({ email, password: OTHER });
        expect(error?.code).toBe('email_not_confirmed');
      }
    });

    test("the owner's link activates only the owner's password", {
      tags: ['foreign-sign-up'],
    }, async () => {
      const email = nextEmail();
      await server.client().signUp({ email, password: OTHER });
      await server.linkToken(email, 1);
      await server.client().signUp({ email, password: PASSWORD });
      const token_hash = await server.linkToken(email, 2);
      await server.client().verifyOtp({ token_hash, type: 'signup' });
      expect((await server.client().signInWithPassword({ email, password: OTHER })).error?.code).toBe(
        'invalid_credentials',
      );
      expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    });

    test('a link resent after several attempts requires the password', {
      tags: ['foreign-sign-up'],
    }, async () => {
      const email = nextEmail();
      await server.client().signUp({ email, password: OTHER });
      await server.client().signUp({ email, password: PASSWORD });
      await server.linkToken(email, 2);
      await server.client().resend({ type: 'signup', email });
      const token = await server.linkToken(email, 3);
      expect(await (await server.call('GET', `/auth/v1/verify?token=${token}&type=signup`)).text()).toContain(
        'Choose a password',
      );
      const form = (password: string) =>
        server.call('POST', '/auth/v1/verify', {
          body: new URLSearchParams({ token, type: 'signup', password }),
        });
      expect((await form('short')).status).toBe(422);
      expect((await form('chosen at last, quite long')).status).toBe(303);
      expect(
        (await server.client().signInWithPassword({ email, password: 'chosen at last, quite long' })).error,
      ).toBeNull();
    });

    test.each([
      ['short', 'length'],
      ['password123', 'pwned'],
      ['Trustno1', 'pwned'],
      ['cashmoney', 'pwned'],
      ['11111111', 'pwned'],
      ['SELVEDGE', 'pwned'],
      ['x'.repeat(129), 'length'],
    ])('the password %s is refused for its %s', { tags: ['password-rules'] }, async (password, reason) => {
      const { error } = await server.client().signUp({ email: nextEmail(), password });
      expect(error).toMatchObject({ code: 'weak_password', reasons: [reason] });
    });

    test('an invalid address is refused', async () => {
      const { error } = await server.client().signUp({ email: 'not-an-address', password: PASSWORD });
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    });

    test('a forged host does not appear in the mail', { tags: ['clean-mails'] }, async () => {
      const email = nextEmail();
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      await server.call('POST', '/auth/v1/signup', { json: { email, password: PASSWORD }, headers });
      await server.linkToken(email);
      expect((await server.mailsTo(email)).at(-1)).not.toContain('evil.example');
    });

    test("a client's claims about itself grant nothing", async () => {
      const email = nextEmail();
      const data = { role: 'admin', isAdmin: true };
      await server.client().signUp({ email, password: PASSWORD, options: { data } });
      const { data: verified } = await server
        .client()
        .verifyOtp({ token_hash: await server.linkToken(email), type: 'signup' });
      const me = await bodyOf(await getMe(verified.session?.access_token ?? ''));
      expect(me.isAdmin).toBe(false);
      expect(verified.user?.role).toBe('authenticated');
    });
  });

  describe('refreshing', () => {
    test('within the window returns the same pair again', async () => {
      const { session } = await server.join();
      const first = await bodyOf(await refresh(session.refresh_token));
      expect(first.refresh_token).not.toBe(session.refresh_token);
      const again = await bodyOf(await refresh(session.refresh_token));
      expect(again.refresh_token).toBe(first.refresh_token);
    });

    test('20 parallel requests rotate the token once', {
      tags: ['parallel-refresh'],
    }, async () => {
      const { session } = await server.join();
      const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)));
      expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
      const tokens = await Promise.all(
        responses.map(async (response) => (await bodyOf(response)).refresh_token),
      );
      expect(new Set(tokens).size).toBe(1);
    });

    test('the counter of received tokens never falls', async () => {
      const { session } = await server.join();
      const { session_id: id } = claimsOf(session.access_token);
      const deliveredAfter = async (counter: number) => {
        await server.db.transact((tx) => markDelivered(tx, id, counter, 'a hash'));
        const rows = await server.db.read(({ q, t: { authSessions: s } }) =>
          q.select({ delivered: s.delivered }).from(s).where(eq(s.id, id)),
        );
        return rows[0]?.delivered;
      };
      expect([await deliveredAfter(6), await deliveredAfter(5), await deliveredAfter(7)]).toEqual([6, 6, 7]);
    });

    test('a token replayed after the window ends the session', {
      tags: ['session-lifetime'],
    }, async () => {
      const { session } = await server.join();
      const first = await bodyOf(await refresh(session.refresh_token));
      expect((await getMe(first.access_token)).status).toBe(200);
      const ago = new Date(Date.now() - 6_000);
      const { session_id } = claimsOf(first.access_token);
      await updateRows(server.db, 'authSessions', { refreshedAt: ago }, { id: session_id });
      const replayed = await refresh(session.refresh_token, { 'X-Supabase-Api-Version': '2024-01-01' });
      expect([replayed.status, (await bodyOf(replayed)).code]).toEqual([400, 'refresh_token_already_used']);
      const owner = await refresh(first.refresh_token, { 'X-Supabase-Api-Version': '2024-01-01' });
      expect((await bodyOf(owner)).code).toBe('refresh_token_not_found');
    });

    /** Refreshes repeatedly. @returns the refresh tokens, the oldest first */
    async function rotate(times: number): Promise<string[]> {
      const tokens = [(await server.join()).session.refresh_token];
      for (let time = 0; time < times; time += 1) {
        tokens.push((await bodyOf(await refresh(tokens.at(-1)))).refresh_token ?? '');
      }
      return tokens;
    }

    test.each([1, 2])('a token %i generations old returns the current one', async (behind) => {
      const tokens = await rotate(3);
      const response = await refresh(tokens.at(-1 - behind));
      expect((await bodyOf(response)).refresh_token).toBe(tokens.at(-1));
    });

    test.each([3, 50])(
      'a token %i generations old ends the session',
      { tags: ['session-lifetime'] },
      async (behind) => {
        const tokens = await rotate(behind);
        const current = { 'X-Supabase-Api-Version': '2024-01-01' };
        const replayed = await refresh(tokens[0], current);
        expect([replayed.status, (await bodyOf(replayed)).code]).toEqual([400, 'refresh_token_already_used']);
        const owner = await refresh(tokens.at(-1), current);
        expect((await bodyOf(owner)).code).toBe('refresh_token_not_found');
      },
    );

    test('a token whose response was lost still works', async () => {
      const { session } = await server.join();
      const lost = await bodyOf(await refresh(session.refresh_token));
      const { session_id } = claimsOf(lost.access_token);
      await server.db.transact(async ({ q, t }) => {
        const ago = new Date(Date.now() - 60_000);
        await q
          .update(t.authSessions)
          .set({ refreshedAt: ago })
          .where(eq(t.authSessions.id, session_id))
          .returning();
      });
      expect((await bodyOf(await refresh(session.refresh_token))).refresh_token).toBe(lost.refresh_token);
    });

    test('a session ends on time despite refreshes', {
      tags: ['session-lifetime'],
    }, async () => {
      const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000 - 1_000);
      for (const aged of [{ createdAt: daysAgo(30) }, { refreshedAt: daysAgo(14) }]) {
        const { session } = await server.join();
        await updateRows(server.db, 'authSessions', aged, { id: claimsOf(session.access_token).session_id });
        const response = await refresh(session.refresh_token, { 'X-Supabase-Api-Version': '2024-01-01' });
        expect([response.status, (await bodyOf(response)).code]).toEqual([400, 'session_expired']);
      }
    });

    test.each(['', 'nonsense', 'a'.repeat(70), 'cookie.00000000-0000-4000-8000-000000000000'])(
      'the token "%s" is not found',
      async (token) => {
        const response = await refresh(token, { 'X-Supabase-Api-Version': '2024-01-01' });
        expect([response.status, (await bodyOf(response)).code]).toEqual([400, 'refresh_token_not_found']);
      },
    );

    test('a copy of the database contains no working token', { tags: ['database-copy'] }, async () => {
      const { session, email } = await server.join();
      await server.client().resetPasswordForEmail(email);
      const linkToken = await server.linkToken(email);
      const rows = await server.db.read(async ({ q, t }) => [
        ...(await q.select().from(t.authSessions)),
        ...(await q.select().from(t.authLinks)),
        ...(await q.select().from(t.authKeys)),
        ...(await q.select().from(t.authAudit)),
        ...(await q.select().from(t.authLimits)),
        ...(await q.select().from(t.authUsers)),
      ]);
      const dump = JSON.stringify(rows);
      for (const secret of [session.refresh_token, linkToken, PASSWORD]) expect(dump).not.toContain(secret);
      expect(dump).not.toMatch(/"d":"/);
      // The copy contains the session id, counter and salt, but not the instance's secret.
      const { salt } = (
        await readRows(server.db, 'authSessions', { id: claimsOf(session.access_token).session_id })
      )[0] ?? { salt: '' };
      const claim = readRefreshToken(session.refresh_token) ?? { sessionId: '', counter: 0 };
      const forged = makeRefreshToken(claim, salt, () => new Uint8Array(32));
      const response = await refresh(forged, { 'X-Supabase-Api-Version': '2024-01-01' });
      expect([response.status, (await bodyOf(response)).code]).toEqual([400, 'refresh_token_not_found']);
    });
  });

  describe('in a browser', () => {
    const browser = () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' });

    test('no response contains a refresh token', {
      tags: ['refresh-cookie'],
    }, async () => {
      const { email } = await server.join();
      const signedIn = await server.call('POST', '/auth/v1/token?grant_type=password', {
        json: { email, password: PASSWORD },
        headers: browser(),
      });
      const cookie = signedIn.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/^sv-rt=[\w-]+;.*HttpOnly; SameSite=Strict/);
      const { refresh_token: handle } = await bodyOf(signedIn);
      expect(handle).toMatch(/^cookie\.[0-9a-f-]{36}$/);
      expect((await refresh(handle, browser())).status).toBe(400);
      const withCookie = await refresh(handle, { ...browser(), cookie: cookie.split(';')[0] ?? '' });
      expect(withCookie.status).toBe(200);
      expect((await bodyOf(withCookie)).refresh_token).toBe(handle);
    });

    test('a request from another site is refused', { tags: ['cross-site-requests'] }, async () => {
      const response = await server.call('GET', '/auth/v1/settings', {
        headers: { origin: 'https://evil.example' },
      });
      expect(response.status).toBe(403);
    });
  });

  describe('an access token', () => {
    test('is refused unless this instance made it', async () => {
      const { session } = await server.join();
      const claims = claimsOf(session.access_token);
      const [head = ''] = session.access_token.split('.');
      const header = JSON.parse(Buffer.from(head, 'base64url').toString());
      const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const signed = (h: object, c: object) => {
        const text = `${encode(h)}.${encode(c)}`;
        const signature = sign('sha256', Buffer.from(text), { key: stranger, dsaEncoding: 'ieee-p1363' });
        return `${text}.${signature.toString('base64url')}`;
      };
      const jwks = await (await server.call('GET', '/auth/v1/.well-known/jwks.json')).text();
      const symmetric = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
      const forged = [
        `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
        `${symmetric}.${createHmac('sha256', jwks).update(symmetric).digest('base64url')}`,
        signed(header, claims),
        signed({ ...header, kid: 'unknown' }, claims),
        `${head}.${encode({ ...claims, iss: 'https://evil.example' })}.${session.access_token.split('.')[2]}`,
        `${head}.${encode({ ...claims, exp: claims.exp + 9_999 })}.${session.access_token.split('.')[2]}`,
        'nonsense',
      ];
      for (const token of forged) {
        const headers = { authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' };
        const response = await server.call('GET', '/auth/v1/user', { headers });
        expect([response.status, (await bodyOf(response)).code]).toEqual([403, 'bad_jwt']);
        expect((await getMe(token)).status).toBe(401);
      }
      const none = await server.call('GET', '/auth/v1/user');
      expect([none.status, (await bodyOf(none)).error_code]).toEqual([401, 'no_authorization']);
    });

    test('contains the member with the session', async () => {
      const { session, email } = await server.join();
      expect(claimsOf(session.access_token)).toMatchObject({
        iss: `${server.url}/auth/v1`,
        aud: 'authenticated',
        role: 'authenticated',
        sub: session.user.id,
        email,
        aal: 'aal1',
        rtc: 0,
        app_metadata: { provider: 'email', providers: ['email'] },
      });
    });
  });

  describe('signing out', () => {
    test('ends API access immediately, for this session only', async () => {
      const { email, auth, session } = await server.joinWithClient();
      const elsewhere = server.client();
      const { data } = await elsewhere.signInWithPassword({ email, password: PASSWORD });
      expect((await getMe(session.access_token)).status).toBe(200);
      await auth.signOut({ scope: 'local' });
      expect((await getMe(session.access_token)).status).toBe(401);
      expect((await getMe(data.session?.access_token ?? '')).status).toBe(200);
      const user = await server.call('GET', '/auth/v1/user', { token: session.access_token });
      expect((await bodyOf(user)).error_code).toBe('session_not_found');
    });

    test('globally ends every session', async () => {
      const { email, auth, session } = await server.joinWithClient();
      const { data } = await server.client().signInWithPassword({ email, password: PASSWORD });
      await auth.signOut({ scope: 'global' });
      for (const token of [session.access_token, data.session?.access_token ?? '']) {
        expect((await getMe(token)).status).toBe(401);
      }
    });

    test("the product's own endpoint always responds 200", async () => {
      const { session } = await server.join();
      const signOut = (headers: Record<string, string>) =>
        server.call('POST', '/api/auth/signout', { headers });
      expect((await signOut({})).status).toBe(200);
      expect((await signOut({ authorization: 'Bearer nonsense' })).status).toBe(200);
      expect((await signOut({ authorization: `Bearer ${session.access_token}` })).status).toBe(200);
      expect((await getMe(session.access_token)).status).toBe(401);
    });
  });

  test("errors have the format of the client's API version", async () => {
    const json = { email: 'nobody@example.com', password: PASSWORD };
    const named = await server.call('POST', '/auth/v1/token?grant_type=password', {
      json,
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect(named.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await bodyOf(named)).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const older = await server.call('POST', '/auth/v1/token?grant_type=password', { json });
    expect(await bodyOf(older)).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    const unknown = await server.call('GET', '/auth/v1/nothing');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect(older.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('limits', () => {
  test('stop guessing a password after ten tries', {
    tags: ['sign-in-limit'],
  }, async () => {
    const server = await openWorld({ env: { RATE_LIMITS: 'on' } });
    const statuses = [];
    for (let i = 0; i < 12; i += 1) {
      const response = await server.call('POST', '/auth/v1/token?grant_type=password', {
        json: { email: 'victim@example.com', password: `guess number ${i}` },
        headers: { 'x-forwarded-for': `203.0.113.${i}` },
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  test('allow one mail a minute to an address', { tags: ['mail-limit'] }, async () => {
    const server = await openWorld({ env: { RATE_LIMITS: 'on' } });
    const email = nextEmail();
    expect((await server.client().signUp({ email, password: PASSWORD })).error).toBeNull();
    const { error } = await server.client().signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  });
});

test('without confirmation, signing up signs in', async () => {
  const server = await openWorld({ env: { AUTH_AUTOCONFIRM: 'true' } });
  const email = nextEmail();
  expect((await server.client().signUp({ email, password: PASSWORD })).data.session).not.toBeNull();
  const { error } = await server.client().signUp({ email, password: PASSWORD });
  expect(error).toMatchObject({ code: 'user_already_exists', status: 422 });
});

test('closed sign-up refuses everyone', async () => {
  const server = await openWorld({ env: { AUTH_SIGNUP: 'closed' } });
  const { error } = await server.client().signUp({ email: nextEmail(), password: PASSWORD });
  expect(error).toMatchObject({ code: 'signup_disabled', status: 422 });
});
