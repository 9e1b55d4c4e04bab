import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import type { GoTrueClient } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { codeAt, stepAt, stepOfCode } from '../../../server/src/identity/factors/totp.ts';
import { connectChecked } from '../../support/contract/traffic.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { PASSWORD, signUp } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { openWorld, worldForAll } from '../../support/world.ts';

/** The TOTP code that an authenticator app shows `offset` 30-second steps from now. */
const codeOf = (secret: string, offset = 0) =>
  codeAt(decodeBase32IgnorePadding(secret), stepAt(new Date()) + offset);

const tokenOf = async (auth: GoTrueClient) => (await auth.getSession()).data.session?.access_token ?? '';

test.each([
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('RFC 6238: at second %i the code is %s', (second, code) => {
  const secret = new TextEncoder().encode('12345678901234567890');
  const step = stepAt(new Date(second * 1000));
  expect(codeAt(secret, step)).toBe(code);
  const steps = [-2, -1, 0, 1, 2].map((offset) =>
    stepOfCode(secret, code, new Date((second + offset * 30) * 1000)),
  );
  expect(steps).toEqual([null, step, step, step, null]);
});

test('RFC 6238: at second 59 the code is 287082', () => {
  expect(codeAt(new TextEncoder().encode('12345678901234567890'), 1)).toBe('287082');
});

describe.each(engines())('two-step sign-in on %s', (engine) => {
  const server = worldForAll({ engine, env: { AUTH_AUTOCONFIRM: 'true' } });

  const getAs = (token: string, path: string) => server.call('GET', path, { token });
  /** The response to starting a conversation about an unknown listing: 404 for a member who may write. */
  const canWrite = async (token: string) => {
    const response = await server.call('POST', '/api/conversations', {
      json: { sellerId: crypto.randomUUID(), listingId: crypto.randomUUID(), isWTB: false },
      token,
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  const connectAs = (token: string) =>
    new Promise<string>((resolve) => {
      const socket = connectChecked(server.url, { reconnection: false, auth: { token } });
      const settle = (outcome: string) => {
        socket.disconnect();
        resolve(outcome);
      };
      socket.on('connect', () => settle('connected'));
      socket.on('connect_error', (error) => settle((error as { data?: { code: string } }).data?.code ?? ''));
    });

  /** Resets a factor's last step, so that the next part of a test can use the current code again. */
  const forgetSteps = (factorId: string) =>
    updateRows(server.db, 'authFactors', { lastStep: 0 }, { id: factorId });

  /** Signs up a member with an authenticator app. */
  async function joinWithFactor() {
    const member = await signUp(server.url);
    const { data: factor, error } = await member.auth.mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    const { secret } = factor.totp;
    const verified = await member.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(secret) });
    if (verified.error) throw verified.error;
    await forgetSteps(factor.id);
    return { ...member, factorId: factor.id, secret };
  }
  /** Signs in again, with the password only. */
  async function signInAgain(email: string) {
    const auth = server.client();
    const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return { auth, session: data.session };
  }

  test("recovering an unproven address removes its creator's second step", async () => {
    const { auth, email } = await joinWithFactor();
    await auth.updateUser({ data: { name: 'not the owner' } });
    await expect.poll(async () => await server.mailsTo(email)).toHaveLength(1);
    await server.client().resetPasswordForEmail(email);
    const token = await server.linkToken(email, 2);
    const password = 'a third one, with a hem';
    const used = await server.call('POST', '/auth/v1/verify', {
      body: new URLSearchParams({ token, type: 'recovery', password }),
    });
    expect(used.status).toBe(303);
    const { data } = await server.client().signInWithPassword({ email, password });
    expect(data.user).toMatchObject({ factors: [], user_metadata: {} });
    expect(await canWrite(data.session?.access_token ?? '')).toEqual([404, 'not_found']);
  });

  test('the unmodified client sets it up', async () => {
    const { auth, email } = await signUp(server.url);
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    const { data: factor } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(factor?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
    const uri = new URL(factor?.totp.uri ?? '');
    expect(decodeURIComponent(uri.pathname)).toBe(`/Selvedge:${email}`);
    expect(uri.searchParams.get('secret')).toBe(factor?.totp.secret);
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });

    const code = codeOf(factor?.totp.secret ?? '');
    const { error } = await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
    expect(error).toBeNull();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password' }, { method: 'totp' }],
    });
    expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factor?.id, friendly_name: 'Phone', status: 'verified' },
    ]);
    await expect.poll(async () => (await server.mailsTo(email)).join()).toContain('Two-step sign-in is on');
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  });

  test('a session without the code sees only its profile', async () => {
    const { email, factorId, secret } = await joinWithFactor();
    const { auth } = await signInAgain(email);
    const half = await tokenOf(auth);
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect((await getAs(half, '/api/auth/user')).status).toBe(200);
    expect((await getAs(half, '/api/listings')).status).toBe(200);
    expect((await getAs(half, '/api/conversations')).status).toBe(403);
    expect(await canWrite(half)).toEqual([403, 'insufficient_aal']);
    expect(await connectAs(half)).toBe('insufficient_aal');

    const { error } = await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toBeNull();
    const full = await tokenOf(auth);
    expect((await getAs(full, '/api/conversations')).status).toBe(200);
    expect(await canWrite(full)).toEqual([404, 'not_found']);
    expect(await connectAs(full)).toBe('connected');
    // The token issued before the code was entered stays limited.
    expect(await canWrite(half)).toEqual([403, 'insufficient_aal']);
  });

  test('a code works once among concurrent uses', {
    tags: ['app-codes'],
  }, async () => {
    const { email, factorId, secret } = await joinWithFactor();
    const sessions = await Promise.all(Array.from({ length: 4 }, () => signInAgain(email)));
    const code = codeOf(secret);
    const results = await Promise.all(
      sessions.map(({ auth }) => auth.mfa.challengeAndVerify({ factorId, code })),
    );
    expect(results.map(({ data, error }) => (data ? 'right' : error?.code)).sort()).toEqual([
      'mfa_verification_failed',
      'mfa_verification_failed',
      'mfa_verification_failed',
      'right',
    ]);
  });

  test('after a code, no earlier code works', async () => {
    const { email, factorId, secret } = await joinWithFactor();
    const { auth } = await signInAgain(email);
    const now = codeOf(secret);
    expect((await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) })).error).toBeNull();
    expect((await auth.mfa.challengeAndVerify({ factorId, code: now })).error?.code).toBe(
      'mfa_verification_failed',
    );
  });

  test('a challenge allows five tries', async () => {
    const { email, factorId, secret } = await joinWithFactor();
    const { auth } = await signInAgain(email);
    const { data: challenge } = await auth.mfa.challenge({ factorId });
    const challengeId = challenge?.id ?? '';
    const attempt = async (code: string, id = challengeId) =>
      (await auth.mfa.verify({ factorId, challengeId: id, code })).error;
    for (let i = 0; i < 5; i += 1) {
      const error = await attempt(i % 2 ? 'no' : '000000');
      expect([error?.status, error?.message]).toEqual([422, 'Invalid TOTP code entered']);
    }
    expect((await attempt(codeOf(secret)))?.code).toBe('mfa_challenge_expired');
    expect((await attempt(codeOf(secret), 'no-uuid'))?.code).toBe('mfa_challenge_expired');
  });

  test('a challenge expires', async () => {
    const { email, factorId, secret } = await joinWithFactor();
    const { auth } = await signInAgain(email);
    const { data: challenge } = await auth.mfa.challenge({ factorId });
    await updateRows(server.db, 'authChallenges', { expiresAt: new Date() });
    const { error } = await auth.mfa.verify({
      factorId,
      challengeId: challenge?.id ?? '',
      code: codeOf(secret),
    });
    expect(error?.code).toBe('mfa_challenge_expired');
  });

  test('the first code ends the other sessions', async () => {
    const { auth, email, id } = await signUp(server.url);
    const { session: other } = await signInAgain(email);
    const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' });
    expect((await getAs(other?.access_token ?? '', '/api/auth/user')).status).toBe(200);
    const before = (await auth.getSession()).data.session?.refresh_token;
    const code = codeOf(factor?.totp.secret ?? '');
    await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });

    expect((await getAs(other?.access_token ?? '', '/api/auth/user')).status).toBe(401);
    const sessions = await readRows(server.db, 'authSessions', { userId: id });
    expect(sessions.map(({ aal }) => aal)).toEqual(['aal2']);
    const replayed = await server.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      json: { refresh_token: before },
    });
    expect(await replayed.json()).toMatchObject({ error_code: 'refresh_token_already_used' });
  });

  test('removing an app requires a code', async () => {
    const { auth, email, factorId, secret } = await joinWithFactor();
    const { auth: half } = await signInAgain(email);
    const removed = await half.mfa.unenroll({ factorId });
    expect([removed.error?.status, removed.error?.code]).toEqual([422, 'insufficient_aal']);
    const added = await half.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine now' });
    expect([added.error?.status, added.error?.code]).toEqual([403, 'insufficient_aal']);

    expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await expect.poll(async () => (await server.mailsTo(email)).join()).toContain('Two-step sign-in is off');
    expect((await auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
    await auth.refreshSession();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    expect(secret).not.toBe('');
    const { auth: plain } = await signInAgain(email);
    expect(await canWrite(await tokenOf(plain))).toEqual([404, 'not_found']);
  });

  test('an unfinished set-up protects nothing', async () => {
    const { auth, email } = await signUp(server.url);
    await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const { data: second, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(error).toBeNull();
    expect((await auth.mfa.listFactors()).data?.all).toHaveLength(1);
    const { auth: other } = await signInAgain(email);
    expect(await canWrite(await tokenOf(other))).toEqual([404, 'not_found']);

    const code = codeOf(second?.totp.secret ?? '');
    await auth.mfa.challengeAndVerify({ factorId: second?.id ?? '', code });
    const named = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect([named.error?.status, named.error?.code]).toEqual([422, 'mfa_factor_name_conflict']);
  });

  test("a stranger cannot reach a member's factor", async () => {
    const { factorId, secret } = await joinWithFactor();
    const { auth } = await signUp(server.url);
    expect((await auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
    expect((await auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found');
    expect((await auth.mfa.unenroll({ factorId: 'none' })).error?.code).toBe('mfa_factor_not_found');
    const verified = await auth.mfa.verify({
      factorId,
      challengeId: crypto.randomUUID(),
      code: codeOf(secret),
    });
    expect(verified.error?.code).toBe('mfa_factor_not_found');
    for (const path of ['', `/${factorId}/challenge`, `/${factorId}/verify`]) {
      expect((await server.call('POST', `/auth/v1/factors${path}`, { json: {} })).status).toBe(401);
    }
    expect((await server.call('DELETE', `/auth/v1/factors/${factorId}`)).status).toBe(401);
  });

  test('a copy of the database yields no codes', async () => {
    const { secret } = await joinWithFactor();
    const rows = await readRows(server.db, 'authFactors');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

test('guessing codes ends after ten tries, even across challenges', { tags: ['app-codes'] }, async () => {
  const server = await openWorld({ env: { AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'on' } });
  const { auth } = await signUp(server.url);
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' });
  const codes = [];
  for (let i = 0; i < 12; i += 1) {
    const { error } = await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code: 'wrong' });
    codes.push(error?.code);
  }
  expect(codes).toEqual([
    ...Array(10).fill('mfa_verification_failed'),
    ...Array(2).fill('over_request_rate_limit'),
  ]);
});
