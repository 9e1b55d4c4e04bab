import { describe, expect, test } from 'vitest';
import { updateRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const WRONG = 'wrong on purpose';
/** The failures of all unknown networks together. */
const STRANGERS = 140;

describe.each(bothEngines())('the password of an attacked account (%s)', (engine) => {
  const server = worldForAll({ engine, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
  let networks = 0;
  /** A network without earlier sign-ins. */
  const newNetwork = () => {
    networks += 1;
    return `2001:db8:${networks.toString(16)}::1`;
  };

  const post = (path: string, json: object, from: string) =>
    server.call('POST', `/auth/v1/${path}`, { json, headers: { 'x-forwarded-for': from } });
  const signIn = async (email: string, from: string, password = PASSWORD) =>
    (await post('token?grant_type=password', { email, password }, from)).status;
  const guess = (email: string, times: number, from = newNetwork()) =>
    Promise.all(Array.from({ length: times }, () => signIn(email, from, WRONG)));
  /** Uses up all failures that unknown networks have: ten by guessing, the others in the database. */
  const besiege = async (email: string) => {
    expect(await guess(email, 10)).toEqual(Array(10).fill(400));
    await updateRows(server.db, 'authLimits', { points: STRANGERS }, { points: 10 });
    expect(await signIn(email, newNetwork(), WRONG)).toBe(429);
  };

  test('stays good after ten wrong ones elsewhere', { tags: ['account-lockout'] }, async () => {
    const home = newNetwork();
    const { email } = await server.join();
    expect(await guess(email, 11)).toContain(429);
    expect(await signIn(email, home)).toBe(200);
  });

  test('stays good on a network that signed in before', { tags: ['account-lockout'] }, async () => {
    const [home, elsewhere] = [newNetwork(), newNetwork()];
    const { email } = await server.join();
    expect(await signIn(email, home)).toBe(200);
    await besiege(email);
    expect(await signIn(email, elsewhere)).toBe(429);
    expect(await signIn(email, home)).toBe(200);
  });

  test('can be tried ten times on a known network', { tags: ['account-lockout'] }, async () => {
    const [home, elsewhere] = [newNetwork(), newNetwork()];
    const { email } = await server.join();
    expect(await signIn(email, home)).toBe(200);
    expect(await guess(email, 10, home)).toEqual(Array(10).fill(400));
    expect(await signIn(email, home)).toBe(429);
    expect(await signIn(email, elsewhere)).toBe(200);
  });

  test('is accepted where its owner has just reset it', { tags: ['account-lockout'] }, async () => {
    const elsewhere = newNetwork();
    const { email } = await server.join(undefined, { isProven: true });
    await besiege(email);
    await post('recover', { email }, elsewhere);
    const token = await server.linkToken(email);
    const form = new URLSearchParams({ token, type: 'recovery', password: 'a new pair of jeans' });
    const headers = { 'x-forwarded-for': elsewhere };
    expect((await server.call('POST', '/auth/v1/verify', { body: form, headers })).status).toBe(303);
    expect(await signIn(email, elsewhere, 'a new pair of jeans')).toBe(200);
  });

  test('is checked a second later once strangers have failed', { tags: ['account-lockout'] }, async () => {
    const elsewhere = newNetwork();
    const { email } = await server.join();
    await guess(email, 10);
    const startedAt = performance.now();
    expect(await signIn(email, elsewhere)).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  test('deletes the account whatever strangers try', { tags: ['account-lockout'] }, async () => {
    const me = await server.join();
    await besiege(me.email);
    const { status } = await server.call('DELETE', '/api/auth/user', {
      as: me,
      json: { password: PASSWORD },
    });
    expect(status).toBe(204);
  });
});
