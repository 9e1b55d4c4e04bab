import { randomUUID } from 'node:crypto';
import type { GoTrueClient } from '@supabase/auth-js';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { resetTwoStep } from '../../../server/src/identity/factors/reset-two-step.ts';
import { addPasskey, enterPasskey, signInWith } from '../../support/people/passkeys.ts';
import {
  addFactor,
  ageProofs,
  auditOf,
  clientOf,
  signInAgain,
  tokenOf,
} from '../../support/people/two-step.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

describe.each(engines())('passkeys as the second step (%s)', (engine) => {
  const server = worldForAll({ engine });

  async function join() {
    const auth = clientOf(server.url);
    const { email, session } = await server.joinWithClient(auth);
    const { passkey, id: passkeyId } = await addPasskey(auth, server.url);
    return { auth, email, id: session.user.id, passkey, passkeyId };
  }
  type Me = Awaited<ReturnType<typeof join>>;
  /** Uses a passkey as the second step, and adopts the session as the client does. */
  async function enter(auth: GoTrueClient, passkey: Me['passkey']) {
    const { status, body } = await enterPasskey(server, auth, passkey);
    if (status === 200) await auth.setSession(body);
    return status;
  }
  async function turnOn({ auth, passkey, id }: Me) {
    const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ id, type: 'webauthn' });
    expect(await enter(auth, passkey)).toBe(200);
  }
  const statusOf = async (auth: GoTrueClient) =>
    (await server.call('GET', '/api/conversations', { token: await tokenOf(auth) })).status;
  const levelsOf = async (auth: GoTrueClient) => {
    const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
    return [data?.currentLevel, data?.nextLevel];
  };
  const passkeysOf = (userId: string) =>
    server.db.read(({ q, t: { authPasskeys: p } }) =>
      q.select({ id: p.id }).from(p).where(eq(p.userId, userId)),
    );
  const age = (userId: string) =>
    server.db.transact(async ({ q, t: { authPasskeys: p, authFactors: f } }) => {
      const before = new Date(Date.now() - WEEK_MS - 1_000);
      await q.update(p).set({ createdAt: before }).where(eq(p.userId, userId)).returning();
      await q.update(f).set({ onSince: before }).where(eq(f.userId, userId)).returning();
    });

  test('a member turns it on by using one', {
    tags: ['passkey-second-factor'],
  }, async () => {
    const me = await join();
    const { auth: other } = await signInAgain(server.url, me.email);
    await turnOn(me);
    expect(await levelsOf(me.auth)).toEqual(['aal2', 'aal2']);
    expect(await statusOf(other)).toBe(401);
    const { data } = await me.auth.mfa.recoveryCodes.generate();
    expect(data?.codes).toHaveLength(10);

    const { auth } = await signInAgain(server.url, me.email);
    expect(await levelsOf(auth)).toEqual(['aal1', 'aal2']);
    expect(await statusOf(auth)).toBe(403);
    expect(await enter(auth, me.passkey)).toBe(200);
    expect(await statusOf(auth)).toBe(200);
    const { auth: lost } = await signInAgain(server.url, me.email);
    expect((await lost.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull();
    expect(await statusOf(lost)).toBe(200);
    await expect
      .poll(async () => (await server.mailsTo(me.email)).join())
      .toContain('also requires a passkey');
    expect(await auditOf(server.db, me.id)).toMatchObject({ factor_added: 1, code_entered: 2 });
  });

  test('turning it on needs a fresh proof', async () => {
    const auth = clientOf(server.url);
    await server.joinWithClient(auth);
    expect((await auth.mfa.enroll({ factorType: 'webauthn' })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
    });
    const me = await join();
    expect(await enterPasskey(server, me.auth, me.passkey).catch((error: unknown) => error)).toBeInstanceOf(
      Error,
    );
    await ageProofs(server.db, me.id);
    expect((await me.auth.mfa.enroll({ factorType: 'webauthn' })).error).toMatchObject({
      code: 'reauthentication_needed',
    });
    const again = await join();
    await turnOn(again);
    expect((await again.auth.mfa.enroll({ factorType: 'webauthn' })).error).toMatchObject({
      code: 'mfa_verified_factor_exists',
    });
  });

  test("another member's passkey is refused", {
    tags: ['passkey-second-factor'],
  }, async () => {
    const [me, stranger] = [await join(), await join()];
    await turnOn(me);
    const { auth } = await signInAgain(server.url, me.email);
    expect(await enter(auth, stranger.passkey)).toBe(400);
    expect(await statusOf(auth)).toBe(403);
    const headersOf = async (of: GoTrueClient) => ({ authorization: `Bearer ${await tokenOf(of)}` });
    const { auth: second } = await signInAgain(server.url, me.email);
    const factor = `/auth/v1/factors/${me.id}`;
    const opened = (await (
      await server.call('POST', `${factor}/challenge`, { headers: await headersOf(auth), json: {} })
    ).json()) as { id: string; webauthn: { credential_options: { publicKey: { challenge: string } } } };
    const answer = await server.call('POST', `${factor}/verify`, {
      headers: await headersOf(second),
      json: {
        challenge_id: opened.id,
        webauthn: { credential_response: me.passkey.use(opened.webauthn.credential_options.publicKey) },
      },
    });
    expect([answer.status, await statusOf(second)]).toEqual([400, 403]);
  });

  test('passkeys count beside an authenticator app that is on', async () => {
    const me = await join();
    const { factorId } = await addFactor(me.auth, server.db);
    const { auth } = await signInAgain(server.url, me.email);
    expect(
      (await auth.getSession()).data.session?.user.factors?.map(({ factor_type }) => factor_type),
    ).toEqual(['totp', 'webauthn']);
    expect(await enter(auth, me.passkey)).toBe(200);
    expect(await statusOf(auth)).toBe(200);
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { auth: after } = await signInAgain(server.url, me.email);
    expect(await levelsOf(after)).toEqual(['aal1', 'aal1']);
  });

  test('removing the last passkey turns it off', async () => {
    for (const turnOff of [
      (me: Me) => me.auth.mfa.unenroll({ factorId: me.id }),
      (me: Me) => me.auth.passkey.delete({ passkeyId: me.passkeyId }),
    ]) {
      const me = await join();
      await turnOn(me);
      await me.auth.mfa.recoveryCodes.generate();
      const { auth: half } = await signInAgain(server.url, me.email);
      expect((await half.mfa.unenroll({ factorId: me.id })).error).toMatchObject({
        code: 'insufficient_aal',
      });
      expect((await half.passkey.delete({ passkeyId: me.passkeyId })).error).toMatchObject({
        code: 'insufficient_aal',
      });
      expect((await turnOff(me)).error).toBeNull();
      const { auth } = await signInAgain(server.url, me.email);
      expect(await levelsOf(auth)).toEqual(['aal1', 'aal1']);
      expect((await auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 0 });
      await expect
        .poll(async () => (await server.mailsTo(me.email)).join())
        .toContain('no longer requires a passkey');
    }
  });

  /** The token of a link in a mail; other mails may arrive before and after it. */
  async function tokenFor(to: string, type: string): Promise<string> {
    const find = async () =>
      new RegExp(`verify\\?token=([\\w-]+)&type=${type}`).exec((await server.mailsTo(to)).join())?.[1];
    await expect.poll(find).toBeDefined();
    return (await find()) ?? '';
  }
  /** Takes the account back with a link in a mail, as its page does. */
  async function recover(email: string) {
    await server.client().resetPasswordForEmail(email);
    const token = await tokenFor(email, 'recovery');
    const form = new URLSearchParams({ token, type: 'recovery', password: 'a new pair of jeans' });
    expect((await server.call('POST', '/auth/v1/verify', { body: form })).status).toBe(303);
  }

  test('a recovery by mail spares an old second step', {
    tags: ['account-recovery'],
  }, async () => {
    const plain = await join();
    await age(plain.id);
    await recover(plain.email);
    expect(await passkeysOf(plain.id)).toEqual([]);

    const recent = await join();
    await turnOn(recent);
    await recover(recent.email);
    expect(await passkeysOf(recent.id)).toEqual([]);
    const { auth: open } = await signInAgain(server.url, recent.email, 'a new pair of jeans');
    expect(await levelsOf(open)).toEqual(['aal1', 'aal1']);

    const old = await join();
    await turnOn(old);
    await age(old.id);
    await addPasskey(old.auth, server.url);
    await recover(old.email);
    expect(await passkeysOf(old.id)).toEqual([{ id: old.passkeyId }]);
    const { auth } = await signInAgain(server.url, old.email, 'a new pair of jeans');
    expect(await statusOf(auth)).toBe(403);
    expect(await enter(auth, old.passkey)).toBe(200);
  });

  test("the operator's reset removes passkeys, also without two-step sign-in", async () => {
    const [on, off] = [await join(), await join()];
    await turnOn(on);
    for (const me of [on, off]) {
      expect(await server.db.transact((tx) => resetTwoStep(null, tx, me.id))).toMatchObject({
        email: me.email,
      });
      expect(await passkeysOf(me.id)).toEqual([]);
      expect((await signInWith(clientOf(server.url), me.passkey)).error).toMatchObject({ status: 400 });
      expect(await server.db.transact((tx) => resetTwoStep(null, tx, me.id))).toBeNull();
    }
  });

  test("a confirmed new address removes the old one's passkeys", async () => {
    const me = await join();
    const email = `${randomUUID()}@example.com`;
    expect((await me.auth.updateUser({ email })).error).toBeNull();
    const use = async (token: string) =>
      server.call('POST', '/auth/v1/verify', {
        body: new URLSearchParams({ token, type: 'email_change', password: 'raw denim, soaked once' }),
      });
    expect((await use(await tokenFor(me.email, 'email_change'))).status).toBe(303);
    expect((await use(await tokenFor(email, 'email_change'))).status).toBe(303);
    expect(await passkeysOf(me.id)).toEqual([]);
  });

  test('the export of a member lists passkeys, without keys', async () => {
    const me = await join();
    await turnOn(me);
    const zip = await (
      await server.call('GET', '/api/auth/export', { token: await tokenOf(me.auth) })
    ).arrayBuffer();
    const account = strFromU8(unzipSync(new Uint8Array(zip))['account.json'] ?? new Uint8Array());
    expect(JSON.parse(account)).toMatchObject({
      authenticatorApps: [],
      passkeysAreSecondStep: true,
      passkeys: [{ name: 'Passkey', since: expect.any(String), lastUsedAt: expect.any(String) }],
    });
    expect(account).not.toContain(me.passkey.credentialId);
  });
});
