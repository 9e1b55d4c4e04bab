import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const OTHER = 'another good password';

let memberCount = 0;
const nextEmail = () => {
  memberCount += 1;
  return `abuse${memberCount}@example.com`;
};

describe.each(engines())('requests that only an attacker would send, on %s', (engine) => {
  const server = worldForAll({ engine });

  test('an overlong password is refused without being processed', async () => {
    const spies = [
      vi.spyOn(Intl.Segmenter.prototype, 'segment'),
      vi.spyOn(String.prototype, 'normalize'),
    ] as const;
    const [email, password] = [nextEmail(), `e${'\u0301\u0323'.repeat(12_000)}`];
    const signedUp = await server.client().signUp({ email, password });
    expect(signedUp.error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
    const signedIn = await server.client().signInWithPassword({ email, password });
    expect(signedIn.error).toMatchObject({ code: 'invalid_credentials' });
    const processed = spies.flatMap(({ mock }) => [...mock.calls.flat(), ...mock.contexts]);
    expect(processed.map(String).filter((text) => text.length > 10_000)).toEqual([]);
    for (const spy of spies) spy.mockRestore();
  });

  test('a link resent after expiry requires the password', {
    tags: ['foreign-sign-up'],
  }, async () => {
    const email = nextEmail();
    await server.client().signUp({ email, password: PASSWORD });
    await server.linkToken(email, 1);
    const anHour = 60 * 60_000;
    await server.db.transact(async ({ q, t: { authUsers: a, authLinks: l } }) => {
      const [account] = await q
        .update(a)
        .set({ createdAt: new Date(Date.now() - anHour) })
        .where(eq(a.email, email))
        .returning();
      await q
        .update(l)
        .set({ expiresAt: new Date() })
        .where(eq(l.userId, account?.id ?? ''))
        .returning();
    });
    await server.client().signUp({ email, password: OTHER });
    await server.linkToken(email, 2);
    await server.client().resend({ type: 'signup', email });
    const token = await server.linkToken(email, 3);
    const { status } = await server.call('POST', '/auth/v1/verify', {
      body: new URLSearchParams({ token, type: 'signup', password: '' }),
    });
    expect(status).toBe(422);
  });

  test('a body not declared as JSON is not read', { tags: ['json-bodies'] }, async () => {
    const { session } = await server.join();
    const authorization = `Bearer ${session.access_token}`;
    const calls = [
      ['POST', 'token?grant_type=refresh_token'],
      ['POST', 'token?grant_type=password'],
      ['POST', 'signup'],
      ['POST', 'recover'],
      ['POST', 'resend'],
      ['PUT', 'user'],
      ['POST', 'factors'],
    ] as const;
    for (const [method, path] of calls) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
        const body = new Blob(['{}'], { type });
        const response = await server.call(method, `/auth/v1/${path}`, { body, headers: { authorization } });
        const { error_code } = (await response.json()) as { error_code: string };
        expect([path, type, response.status, error_code]).toEqual([
          path,
          type,
          415,
          'unsupported_media_type',
        ]);
      }
    }
  });
});
