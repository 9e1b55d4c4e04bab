import type { GoTrueClient } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { updateRows } from '../../support/data/rows.ts';
import { addPasskey, enterPasskey } from '../../support/people/passkeys.ts';
import { addFactor, clientOf, signInAgain, tokenOf } from '../../support/people/two-step.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'set by who holds the mail';

describe.each(engines())('a second step of thirty days (%s)', (engine) => {
  const server = worldForAll({ engine });

  async function join() {
    const auth = clientOf(server.url);
    const { email, id } = await server.joinWithClient(auth);
    return { auth, email, id };
  }
  type Me = Awaited<ReturnType<typeof join>>;

  /** Backdates everything that a member's sign-in consists of. */
  async function age({ id: userId }: Me, days = 30) {
    const before = new Date(Date.now() - days * DAY_MS);
    await updateRows(server.db, 'authFactors', { createdAt: before, onSince: before }, { userId });
    await updateRows(server.db, 'authPasskeys', { createdAt: before }, { userId });
  }
  async function enter(auth: GoTrueClient, passkey: Awaited<ReturnType<typeof addPasskey>>['passkey']) {
    const { body } = await enterPasskey(server, auth, passkey);
    await auth.setSession(body);
  }
  /** Joins a member whose passkeys are their second step. */
  async function joinWithPasskey() {
    const me = await join();
    const old = await addPasskey(me.auth, server.url);
    await me.auth.mfa.enroll({ factorType: 'webauthn' });
    await enter(me.auth, old.passkey);
    await age(me);
    return { ...me, old };
  }

  async function recoveryToken(email: string): Promise<string> {
    await server.client().resetPasswordForEmail(email);
    const find = async () =>
      /verify\?token=([\w-]+)&type=recovery/.exec((await server.mailsTo(email)).join())?.[1];
    await expect.poll(find).toBeDefined();
    return (await find()) ?? '';
  }
  /** Takes an account over with its mailbox alone. @returns the session that the recovery link opens */
  async function recover(email: string): Promise<GoTrueClient> {
    const auth = clientOf(server.url);
    const token_hash = await recoveryToken(email);
    expect((await auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    return auth;
  }
  /** What a member's own calls answer a session. */
  const statusOf = async (auth: GoTrueClient) =>
    (await server.call('GET', '/api/conversations', { token: await tokenOf(auth) })).status;

  test('keeps its only passkey, added today, through a recovery', {
    tags: ['account-recovery'],
  }, async () => {
    const me = await joinWithPasskey();
    const { passkey } = await addPasskey(me.auth, server.url);
    expect((await me.auth.passkey.delete({ passkeyId: me.old.id })).error).toBeNull();
    const token = await recoveryToken(me.email);
    const form = new URLSearchParams({ token, type: 'recovery', password: NEW_PASSWORD });
    expect((await server.call('POST', '/auth/v1/verify', { body: form })).status).toBe(303);
    const { auth } = await signInAgain(server.url, me.email, NEW_PASSWORD);
    expect(await statusOf(auth)).toBe(403);
    await enter(auth, passkey);
    expect(await statusOf(auth)).toBe(200);
  });

  test('keeps an app that has replaced another today', { tags: ['account-recovery'] }, async () => {
    const me = await join();
    const old = await addFactor(me.auth, server.db);
    await age(me);
    const { factorId } = await addFactor(me.auth, server.db, 'New phone');
    expect((await me.auth.mfa.unenroll({ factorId: old.factorId })).error).toBeNull();
    const auth = await recover(me.email);
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal' });
    expect(await statusOf(auth)).toBe(403);
  });

  test('keeps an app that has replaced passkeys today', { tags: ['account-recovery'] }, async () => {
    const me = await joinWithPasskey();
    const { factorId } = await addFactor(me.auth, server.db);
    expect((await me.auth.passkey.delete({ passkeyId: me.old.id })).error).toBeNull();
    const auth = await recover(me.email);
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal' });
  });

  test('signs no recovering browser in', { tags: ['account-recovery'] }, async () => {
    const me = await join();
    await addFactor(me.auth, server.db);
    await age(me);
    await addFactor(me.auth, server.db, 'New phone');
    const token = await recoveryToken(me.email);
    const body = new URLSearchParams({ token, type: 'recovery', password: NEW_PASSWORD });
    const headers = { origin: server.url };
    const { headers: answer } = await server.call('POST', '/auth/v1/verify', { body, headers });
    expect([answer.get('location'), answer.get('set-cookie')]).toEqual([
      `/login?reset=1#email=${encodeURIComponent(me.email)}`,
      null,
    ]);
  });

  test('survives the recovery of an unproven address', { tags: ['account-recovery'] }, async () => {
    const me = await join();
    await addFactor(me.auth, server.db);
    await age(me);
    await updateRows(server.db, 'authUsers', { isAutoConfirmed: true }, { id: me.id });
    expect(await statusOf(await recover(me.email))).toBe(403);
  });

  test('counts as young again after a gap', { tags: ['account-recovery'] }, async () => {
    const me = await join();
    const old = await addFactor(me.auth, server.db);
    await age(me);
    expect((await me.auth.mfa.unenroll({ factorId: old.factorId })).error).toBeNull();
    const { factorId } = await addFactor(me.auth, server.db);
    const auth = await recover(me.email);
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
  });
});
