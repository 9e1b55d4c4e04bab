import { randomUUID } from 'node:crypto';
import type { GoTrueClient } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { addPasskey, asSent, createPasskey, type Flaws, signInWith } from '../../support/people/passkeys.ts';
import { ageProofs, auditOf, clientOf, signInAgain, tokenOf } from '../../support/people/two-step.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const NOT_VERIFIED = { status: 400, code: 'webauthn_verification_failed' };
const NOT_FOUND = { status: 400, code: 'webauthn_challenge_not_found' };

describe.each(engines())('passkeys (%s)', (engine) => {
  // Refused passkeys are logged.
  const server = worldForAll({ engine, env: { AUTH_AUTOCONFIRM: 'true' }, log: createLog('silent') });

  async function join() {
    const auth = clientOf(server.url);
    const email = `${randomUUID()}@example.com`;
    const { data, error } = await auth.signUp({ email, password: PASSWORD });
    if (error || !data.user) throw error ?? new Error('no user');
    return { auth, email, id: data.user.id };
  }
  async function joinWithPasskey(flaws: Flaws = {}) {
    const me = await join();
    const { passkey, id: passkeyId, friendly_name: name } = await addPasskey(me.auth, server.url, flaws);
    return { ...me, passkey, passkeyId, name };
  }
  const rowOf = async (credentialId: string) =>
    (await readRows(server.db, 'authPasskeys', { credentialId }))[0];
  const levelOf = async (auth: GoTrueClient) =>
    (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
  const asCaller = async (auth: GoTrueClient) => ({ authorization: `Bearer ${await tokenOf(auth)}` });

  test('the unmodified client signs in at the second level', async () => {
    const me = await joinWithPasskey();
    const auth = clientOf(server.url);
    const { data, error } = await signInWith(auth, me.passkey);
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(me.id);
    expect(await levelOf(auth)).toBe('aal2');
    const headers = await asCaller(auth);
    expect((await server.call('GET', '/api/conversations', { headers })).status).toBe(200);
    expect((await auth.passkey.list()).data).toMatchObject([
      { friendly_name: 'Passkey', last_used_at: expect.any(String) },
    ]);
    await expect.poll(async () => (await server.mailsTo(me.email)).join()).toContain('A passkey was added');
    expect(await auditOf(server.db, me.id)).toMatchObject({ passkey_added: 1, signed_in: 1 });
    // The password still signs in by itself: nobody has turned two-step sign-in on.
    const { auth: byPassword } = await signInAgain(server.url, me.email);
    expect((await byPassword.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
  });

  test('a browser has the refresh token as a cookie', async () => {
    const me = await joinWithPasskey();
    const json = async (path: string, body: object) =>
      server.call('POST', path, { json: body, headers: { origin: server.url } });
    const opened = (await (await json('/auth/v1/passkeys/authentication/options', {})).json()) as {
      challenge_id: string;
      options: { challenge: string };
    };
    const answer = await json('/auth/v1/passkeys/authentication/verify', {
      challenge_id: opened.challenge_id,
      credential: me.passkey.use(opened.options),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toContain('sv-rt=');
    expect(((await answer.json()) as { refresh_token: string }).refresh_token).toMatch(/^cookie\./);
  });

  test.each<[string, Flaws]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.example' }],
    ['whose authenticator did not verify its user', { isUnverified: true }],
    ['that signed another challenge', { challenge: 'bm90IHRoaXMgb25l' }],
  ])('a sign-in or a new passkey %s is refused', { tags: ['passkey-sign-in'] }, async (_, flaws) => {
    const me = await joinWithPasskey();
    expect((await signInWith(clientOf(server.url), me.passkey, flaws)).error).toMatchObject(NOT_VERIFIED);
    await expect(addPasskey(me.auth, server.url, flaws)).rejects.toMatchObject(NOT_VERIFIED);
    expect((await me.auth.passkey.list()).data).toHaveLength(1);
    expect(await auditOf(server.db, me.id)).toMatchObject({ passkey_refused: 1 });
  });

  test('a request from another site is refused first', {
    tags: ['passkey-sign-in'],
  }, async () => {
    const answer = await server.call('POST', '/auth/v1/passkeys/authentication/options', {
      json: {},
      headers: { origin: 'https://evil.example' },
    });
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
      403,
      'bad_origin',
    ]);
  });

  test('a signature by another key is refused', {
    tags: ['passkey-sign-in'],
  }, async () => {
    const [me, other] = [await joinWithPasskey(), await joinWithPasskey()];
    const auth = clientOf(server.url);
    for (const forge of [
      (mine: ReturnType<typeof me.passkey.use>, theirs: ReturnType<typeof me.passkey.use>) => ({
        ...mine,
        response: { ...mine.response, signature: theirs.response.signature },
      }),
      (mine: ReturnType<typeof me.passkey.use>, theirs: ReturnType<typeof me.passkey.use>) => ({
        ...mine,
        response: { ...mine.response, userHandle: theirs.response.userHandle ?? '' },
      }),
    ]) {
      const { data } = await auth.passkey.startAuthentication();
      const options = data?.options ?? { challenge: '' };
      const credential = asSent(forge(me.passkey.use(options), other.passkey.use(options)));
      const { error } = await auth.passkey.verifyAuthentication({
        challengeId: data?.challenge_id ?? '',
        credential,
      });
      expect(error).toMatchObject(NOT_VERIFIED);
    }
  });

  test('an answer works once, for its own purpose', {
    tags: ['passkey-sign-in'],
  }, async () => {
    const me = await joinWithPasskey();
    const auth = clientOf(server.url);
    const open = async () => {
      const { data, error } = await auth.passkey.startAuthentication();
      if (error) throw error;
      return { challengeId: data.challenge_id, credential: asSent(me.passkey.use(data.options)) };
    };
    const used = await open();
    expect((await auth.passkey.verifyAuthentication(used)).error).toBeNull();
    expect((await auth.passkey.verifyAuthentication(used)).error).toMatchObject(NOT_FOUND);
    // Also consumed by a wrong answer.
    const wrong = await open();
    const { credential } = await open();
    expect((await auth.passkey.verifyAuthentication({ ...wrong, credential })).error).toMatchObject(
      NOT_VERIFIED,
    );
    expect((await auth.passkey.verifyAuthentication(wrong)).error).toMatchObject(NOT_FOUND);

    const old = await open();
    await updateRows(
      server.db,
      'authPasskeyChallenges',
      { expiresAt: new Date(Date.now() - 1) },
      { id: old.challengeId },
    );
    expect((await auth.passkey.verifyAuthentication(old)).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_expired',
    });

    // A challenge for a proof is no challenge for a sign-in, and belongs to its session.
    const headers = await asCaller(me.auth);
    const asked = await server.call('POST', '/auth/v1/reauthenticate/passkey', { headers, json: {} });
    const proof = (await asked.json()) as { challenge_id: string; options: { challenge: string } };
    const answered = { challenge_id: proof.challenge_id, credential: me.passkey.use(proof.options) };
    const misused = await auth.passkey.verifyAuthentication({
      challengeId: proof.challenge_id,
      credential: asSent(answered.credential),
    });
    expect(misused.error).toMatchObject(NOT_FOUND);
    const { auth: elsewhere } = await signInAgain(server.url, me.email);
    const prove = async (of: GoTrueClient) =>
      (await server.call('POST', '/auth/v1/reauthenticate', { headers: await asCaller(of), json: answered }))
        .status;
    expect([await prove(elsewhere), await prove(me.auth)]).toEqual([400, 200]);
  });

  test('malformed answers are refused in words', async () => {
    const me = await joinWithPasskey();
    const auth = clientOf(server.url);
    for (const credential of [
      undefined,
      null,
      7,
      'text',
      {},
      { id: '\0' },
      { id: me.passkey.credentialId },
    ]) {
      const { data } = await auth.passkey.startAuthentication();
      const body = { challenge_id: data?.challenge_id, credential };
      const signIn = await server.call('POST', '/auth/v1/passkeys/authentication/verify', { json: body });
      expect(signIn.status).toBe(400);
      const started = await me.auth.passkey.startRegistration();
      const registration = await server.call('POST', '/auth/v1/passkeys/registration/verify', {
        json: { challenge_id: started.data?.challenge_id, credential },
        headers: await asCaller(me.auth),
      });
      expect(registration.status).toBe(400);
    }
    for (const challenge_id of [undefined, 'text', randomUUID()]) {
      const answer = await server.call('POST', '/auth/v1/passkeys/authentication/verify', {
        json: { challenge_id },
      });
      expect(((await answer.json()) as { error_code: string }).error_code).toBe(NOT_FOUND.code);
    }
  });

  test('a signature counter that does not rise is refused', {
    tags: ['passkey-counter'],
  }, async () => {
    const me = await joinWithPasskey({ counter: 3_000_000_000 });
    const auth = clientOf(server.url);
    expect((await signInWith(auth, me.passkey, { counter: 3_000_000_001 })).error).toBeNull();
    for (const counter of [3_000_000_001, 5, 0]) {
      expect((await signInWith(auth, me.passkey, { counter })).error).toMatchObject(NOT_VERIFIED);
    }
    expect((await signInWith(auth, me.passkey, { counter: 3_000_000_002 })).error).toBeNull();
  });

  test('of concurrent uses with one counter, one succeeds', {
    tags: ['passkey-counter'],
  }, async () => {
    const me = await joinWithPasskey({ counter: 1 });
    const uses = Array.from({ length: 6 }, () =>
      signInWith(clientOf(server.url), me.passkey, { counter: 2 }),
    );
    const errors = (await Promise.all(uses)).map(({ error }) => error);
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    for (const error of errors) if (error) expect(error).toMatchObject(NOT_VERIFIED);
  });

  test('each has a name that its owner can change', async () => {
    const me = await joinWithPasskey({ aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' });
    const second = await addPasskey(me.auth, server.url, { aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' });
    expect([me.name, second.friendly_name]).toEqual(['Bitwarden', 'Bitwarden 2']);
    const renamed = await me.auth.passkey.update({ passkeyId: second.id, friendlyName: ' Work laptop ' });
    expect(renamed.data).toMatchObject({ id: second.id, friendly_name: 'Work laptop' });
    expect((await me.auth.passkey.list()).data?.map(({ friendly_name }) => friendly_name)).toEqual([
      'Bitwarden',
      'Work laptop',
    ]);
    for (const friendlyName of ['', ' ', 'x'.repeat(121), 'a\0b']) {
      expect((await me.auth.passkey.update({ passkeyId: second.id, friendlyName })).error).toMatchObject({
        code: 'validation_failed',
      });
    }
    const stranger = await join();
    for (const passkeyId of [second.id, 'text', randomUUID()]) {
      const refused = { status: 404, code: 'webauthn_credential_not_found' };
      expect((await stranger.auth.passkey.update({ passkeyId, friendlyName: 'x' })).error).toMatchObject(
        refused,
      );
      expect((await stranger.auth.passkey.delete({ passkeyId })).error).toMatchObject(refused);
    }
  });

  test('an account has at most ten', async () => {
    const me = await joinWithPasskey();
    const other = await join();
    const started = await other.auth.passkey.startRegistration();
    const copied = me.passkey.register(started.data?.options ?? { challenge: '', user: { id: '' } });
    const refused = await other.auth.passkey.verifyRegistration({
      challengeId: started.data?.challenge_id ?? '',
      credential: asSent(copied),
    });
    expect(refused.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' });
    const late = await me.auth.passkey.startRegistration();
    for (let n = 1; n < 10; n++) await addPasskey(me.auth, server.url);
    await expect(addPasskey(me.auth, server.url)).rejects.toMatchObject({
      status: 422,
      code: 'too_many_passkeys',
    });
    const eleventh = await me.auth.passkey.verifyRegistration({
      challengeId: late.data?.challenge_id ?? '',
      credential: asSent(
        createPasskey(server.url).register(late.data?.options ?? { challenge: '', user: { id: '' } }),
      ),
    });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_passkeys' });
  });

  test('a removed one no longer signs in', {
    tags: ['passkey-changes'],
  }, async () => {
    const me = await joinWithPasskey();
    const elsewhere = clientOf(server.url);
    await signInWith(elsewhere, me.passkey);
    const headers = await asCaller(elsewhere);
    expect((await me.auth.passkey.delete({ passkeyId: me.passkeyId })).error).toBeNull();
    expect((await server.call('GET', '/api/conversations', { headers })).status).toBe(401);
    expect((await signInWith(clientOf(server.url), me.passkey)).error).toMatchObject({
      status: 400,
      code: 'webauthn_credential_not_found',
    });
    await expect.poll(async () => (await server.mailsTo(me.email)).join()).toContain('A passkey was removed');
    expect(await auditOf(server.db, me.id)).toMatchObject({ passkey_removed: 1 });
  });

  test('changes need a fresh proof, which a passkey gives', { tags: ['passkey-changes'] }, async () => {
    const me = await joinWithPasskey();
    await ageProofs(server.db, me.id);
    const needed = { status: 400, code: 'reauthentication_needed' };
    await expect(addPasskey(me.auth, server.url)).rejects.toMatchObject(needed);
    const rename = { passkeyId: me.passkeyId, friendlyName: 'Mine' };
    expect((await me.auth.passkey.update(rename)).error).toMatchObject(needed);
    expect((await me.auth.passkey.delete(rename)).error).toMatchObject(needed);

    const headers = await asCaller(me.auth);
    const asked = await server.call('POST', '/auth/v1/reauthenticate/passkey', { headers, json: {} });
    const { challenge_id, options } = (await asked.json()) as {
      challenge_id: string;
      options: { challenge: string; allowCredentials: { id: string }[] };
    };
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([me.passkey.credentialId]);
    const stranger = await joinWithPasskey();
    const prove = async (credential: object) =>
      (await server.call('POST', '/auth/v1/reauthenticate', { headers, json: { challenge_id, credential } }))
        .status;
    expect(await prove(stranger.passkey.use(options))).toBe(400);
    expect((await me.auth.passkey.update(rename)).error).toMatchObject(needed);
    const again = (await (
      await server.call('POST', '/auth/v1/reauthenticate/passkey', { headers, json: {} })
    ).json()) as { challenge_id: string; options: { challenge: string } };
    const credential = me.passkey.use(again.options);
    const given = await server.call('POST', '/auth/v1/reauthenticate', {
      headers,
      json: { challenge_id: again.challenge_id, credential },
    });
    expect(given.status).toBe(200);
    expect((await me.auth.passkey.update(rename)).error).toBeNull();
    // It also allows a new password, like the old password and a mailed code do.
    expect((await me.auth.updateUser({ password: 'another pair of jeans' })).error).toBeNull();
    expect(await auditOf(server.db, me.id)).toMatchObject({ proof_given: 1, password_changed: 1 });
  });

  test('deleting an account removes its passkeys', async () => {
    const [suspended, deleted] = [await joinWithPasskey(), await joinWithPasskey()];
    await updateRows(
      server.db,
      'authUsers',
      { bannedUntil: new Date(Date.now() + 60_000) },
      { id: suspended.id },
    );
    expect((await signInWith(clientOf(server.url), suspended.passkey)).error).toMatchObject({
      code: 'user_banned',
    });
    const me = await server.call('GET', '/api/auth/user', { headers: await asCaller(deleted.auth) });
    const { username } = (await me.json()) as { username: string };
    const gone = await server.call('DELETE', '/api/auth/user', {
      headers: { ...(await asCaller(deleted.auth)), 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    expect(gone.status).toBe(204);
    expect(await rowOf(deleted.passkey.credentialId)).toBeUndefined();
    expect((await signInWith(clientOf(server.url), deleted.passkey)).error).toMatchObject({
      code: 'webauthn_credential_not_found',
    });
  });
});
