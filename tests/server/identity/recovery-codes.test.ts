import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { resetTwoStep } from '../../../server/src/identity/factors/reset-two-step.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import {
  addFactor,
  ageProofs,
  auditOf,
  clientOf,
  codeOf,
  signInAgain,
  tokenOf,
} from '../../support/people/two-step.ts';
import { engines } from '../../support/servers/database.ts';
import { openWorld, worldForAll } from '../../support/world.ts';

describe.each(engines())('recovery codes (%s)', (engine) => {
  const server = worldForAll({ engine });

  /** Joins a member with two-step sign-in and its ten recovery codes. */
  async function joinWithCodes() {
    const auth = clientOf(server.url);
    const { email, session } = await server.joinWithClient(auth);
    const factor = await addFactor(auth, server.db);
    const { data, error } = await auth.mfa.recoveryCodes.generate();
    if (error) throw error;
    return { auth, email, id: session.user.id, codes: data.codes, ...factor };
  }
  const left = async (id: string) =>
    (
      await server.db.read(({ q, t: { authRecoveryCodes: c } }) =>
        q.select({ hash: c.hash }).from(c).where(eq(c.userId, id)),
      )
    ).length;

  test('ten are created with the first app', {
    tags: ['recovery-codes'],
  }, async () => {
    const me = await joinWithCodes();
    expect(new Set(me.codes).size).toBe(10);
    expect(me.codes.every((code) => /^[a-z2-7]{16}$/.test(code))).toBe(true);
    const { auth } = await signInAgain(server.url, me.email);
    const typed = me.codes[4]?.toUpperCase().replace(/.{4}/g, '$&- ') ?? '';
    const { data, error } = await auth.mfa.recoveryCodes.verify({ code: typed });
    expect(error).toBeNull();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' });
    expect((await server.call('GET', '/api/conversations', { token: data?.access_token })).status).toBe(200);
    expect((await auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });

    const { auth: again } = await signInAgain(server.url, me.email);
    expect((await again.mfa.recoveryCodes.verify({ code: typed })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    });
    for (const notice of ['You have new recovery codes', 'A recovery code was used']) {
      await expect.poll(async () => (await server.mailsTo(me.email)).join()).toContain(notice);
    }
    expect(await auditOf(server.db, me.id)).toMatchObject({
      recovery_codes_made: 1,
      recovery_code_used: 1,
      code_refused: 1,
    });
  });

  test('a code entered four times at once works once', { tags: ['recovery-codes'] }, async () => {
    const me = await joinWithCodes();
    const sessions = await Promise.all([1, 2, 3, 4].map(() => signInAgain(server.url, me.email)));
    const results = await Promise.all(
      sessions.map(({ auth }) => auth.mfa.recoveryCodes.verify({ code: me.codes[0] ?? '' })),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    expect(await left(me.id)).toBe(9);
  });

  test('new codes void the old ones', {
    tags: ['recovery-codes'],
  }, async () => {
    const me = await joinWithCodes();
    const half = await signInAgain(server.url, me.email);
    const refusedHalf = (await half.auth.mfa.recoveryCodes.regenerate()).error;
    expect(refusedHalf).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await half.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('insufficient_aal');
    await ageProofs(server.db, me.id);
    expect((await me.auth.mfa.recoveryCodes.regenerate()).error?.code).toBe('reauthentication_needed');
    await server.call('POST', '/auth/v1/reauthenticate', {
      token: await tokenOf(me.auth),
      json: { password: PASSWORD },
    });
    expect((await me.auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
    const { data } = await me.auth.mfa.recoveryCodes.regenerate();
    expect(data?.codes).toHaveLength(10);
    expect(await left(me.id)).toBe(10);
    const { auth } = await signInAgain(server.url, me.email);
    const enter = async (code = '') => (await auth.mfa.recoveryCodes.verify({ code })).error?.code;
    expect(await enter(me.codes[0])).toBe('mfa_verification_failed');
    expect(await enter(data?.codes[0])).toBeUndefined();
  });

  test('they work for their own member only', async () => {
    const plain = await server.joinWithClient(clientOf(server.url));
    expect((await plain.auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_factor_not_found');
    const [me, stranger] = [await joinWithCodes(), await joinWithCodes()];
    const { auth } = await signInAgain(server.url, stranger.email);
    expect((await auth.mfa.recoveryCodes.verify({ code: me.codes[0] ?? '' })).error?.code).toBe(
      'mfa_verification_failed',
    );
    expect(await left(me.id)).toBe(10);
  });

  test('they are deleted when two-step sign-in is turned off', {
    tags: ['recovery-codes'],
  }, async () => {
    const me = await joinWithCodes();
    expect((await me.auth.mfa.unenroll({ factorId: me.factorId })).error).toBeNull();
    expect(await left(me.id)).toBe(0);
    const lost = await joinWithCodes();
    await server.db.transact((tx) => resetTwoStep(null, tx, lost.id));
    expect(await left(lost.id)).toBe(0);

    const leaver = await joinWithCodes();
    const token = await tokenOf(leaver.auth);
    const response = await server.call('GET', '/api/auth/export', { token });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array()))).toMatchObject({
      authenticatorApps: [{ onSince: expect.any(String) }],
      recoveryCodesLeft: 10,
    });
    const request = { token, json: { password: PASSWORD } };
    expect((await server.call('DELETE', '/api/auth/user', request)).status).toBe(204);
    expect(await left(leaver.id)).toBe(0);
  });

  test('a copy of the database contains no usable code', { tags: ['recovery-codes'] }, async () => {
    const me = await joinWithCodes();
    const rows = await readRows(server.db, 'authRecoveryCodes');
    for (const code of me.codes) expect(JSON.stringify(rows)).not.toContain(code);
    const { auth } = await signInAgain(server.url, me.email);
    const stolen = rows.find(({ userId }) => userId === me.id)?.hash ?? '';
    expect((await auth.mfa.recoveryCodes.verify({ code: stolen })).error?.code).toBe(
      'mfa_verification_failed',
    );
  });

  describe('after a recovery by mail', () => {
    /** Requests a recovery mail. @returns the token in it. */
    async function recoveryToken(email: string): Promise<string> {
      const links = async () =>
        (await server.mailsTo(email)).filter((mail) => mail.includes('type=recovery'));
      const before = (await links()).length;
      await server.client().resetPasswordForEmail(email);
      await expect.poll(async () => (await links()).length).toBe(before + 1);
      return /verify\?token=([\w-]+)/.exec((await links()).at(-1) ?? '')?.[1] ?? '';
    }
    /** Uses the link of a recovery mail as a client does. */
    async function recover(email: string) {
      const auth = clientOf(server.url);
      const token_hash = await recoveryToken(email);
      expect((await auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
      return auth;
    }
    const onFor = (factorId: string, days: number) =>
      updateRows(
        server.db,
        'authFactors',
        { onSince: new Date(Date.now() - days * 86_400_000) },
        { id: factorId },
      );

    test('an app younger than seven days can be removed', {
      tags: ['account-recovery'],
    }, async () => {
      const me = await joinWithCodes();
      const { auth: plain } = await signInAgain(server.url, me.email);
      expect((await plain.mfa.unenroll({ factorId: me.factorId })).error?.code).toBe('insufficient_aal');

      const auth = await recover(me.email);
      await onFor(me.factorId, 7.01);
      expect((await auth.mfa.unenroll({ factorId: me.factorId })).error).toMatchObject({
        status: 422,
        code: 'insufficient_aal',
      });
      expect((await auth.updateUser({ password: 'set by who holds the mail' })).error?.code).toBe(
        'insufficient_aal',
      );
      await onFor(me.factorId, 6.99);
      const intruder = await signInAgain(server.url, me.email);
      await intruder.auth.mfa.challengeAndVerify({ factorId: me.factorId, code: codeOf(me.secret) });
      await ageProofs(server.db, me.id);
      expect((await auth.mfa.unenroll({ factorId: me.factorId })).error?.code).toBe(
        'reauthentication_needed',
      );
      const again = await recover(me.email);
      expect((await again.mfa.unenroll({ factorId: me.factorId })).error).toBeNull();
      expect(await left(me.id)).toBe(0);
      expect((await intruder.auth.getUser()).error).not.toBeNull();
      await expect
        .poll(async () => (await server.mailsTo(me.email)).join())
        .toContain('Two-step sign-in is off');
      expect(await auditOf(server.db, me.id)).toMatchObject({ factor_removed_by_recovery: 1 });
      expect((await again.updateUser({ password: 'set by who holds the mail' })).error).toBeNull();
    });

    test('the form signs in while the app is removable', {
      tags: ['account-recovery'],
    }, async () => {
      const me = await joinWithCodes();
      const use = async (headers: Record<string, string>) => {
        const token = await recoveryToken(me.email);
        const body = new URLSearchParams({ token, type: 'recovery', password: 'a fourth one, unwashed' });
        const response = await server.call('POST', '/auth/v1/verify', { body, headers });
        return { to: response.headers.get('location') ?? '', cookie: response.headers.get('set-cookie') };
      };
      const elsewhere = { to: `/login?reset=1#email=${encodeURIComponent(me.email)}`, cookie: null };
      expect(await use({})).toEqual(elsewhere);
      const { to, cookie } = await use({ origin: server.url });
      expect(to).toMatch(/^\/login\?reset=1#session=cookie\.[0-9a-f-]{36}$/);
      expect(cookie).toMatch(/^sv-rt=.*HttpOnly.*SameSite=Strict/);
      const resume = (sent: string | undefined) =>
        server.call('POST', '/auth/v1/token?grant_type=refresh_token', {
          json: { refresh_token: to.split('session=')[1] },
          headers: { origin: server.url, ...(sent && { cookie: sent }) },
        });
      expect((await resume(undefined)).status).toBe(400);
      const resumed = await resume(cookie?.split(';')[0]);
      const { access_token } = (await resumed.json()) as { access_token: string };
      expect((await server.call('GET', '/api/conversations', { token: access_token })).status).toBe(403);
      await onFor(me.factorId, 8);
      expect(await use({ origin: server.url })).toEqual(elsewhere);
    });
  });
});

test('guesses at recovery or app codes share one limit', {
  tags: ['recovery-codes'],
}, async () => {
  const server = await openWorld({ env: { AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'on' } });
  const email = 'guessed@example.com';
  const auth = clientOf(server.url);
  await auth.signUp({ email, password: PASSWORD });
  const { factorId } = await addFactor(auth, server.db);
  const { auth: half } = await signInAgain(server.url, email);
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 6; i += 1) {
    codes.push((await half.mfa.recoveryCodes.verify({ code: 'aaaa' })).error?.code);
    codes.push((await half.mfa.challengeAndVerify({ factorId, code: 'wrong' })).error?.code);
  }
  expect(codes).toEqual([
    ...Array(10).fill('mfa_verification_failed'),
    ...Array(2).fill('over_request_rate_limit'),
  ]);
});
