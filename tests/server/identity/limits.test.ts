import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { isPassword } from '../../../server/src/identity/accounts/password.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

let server: World;

const json = { type: 'signup', token_hash: 'unknown' };
/** Tries a link that does not exist, from an address. */
const guess = async (forwardedFor?: string): Promise<number> => {
  const headers: Record<string, string> = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {};
  return (await server.call('POST', '/auth/v1/verify', { json, headers })).status;
};
const statusOf = (error: unknown) => (error as { status: number }).status;
const times = (count: number, work: (i: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

describe.each(bothEngines())('limits on %s', (engine) => {
  afterEach(() => server.close());

  test('a forged X-Forwarded-For evades no limit', {
    tags: ['forwarded-address'],
  }, async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on' } });
    const statuses = await times(31, (i) => guess(`203.0.113.${i}`));
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const refused = await server.call('POST', '/auth/v1/verify', { json });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
  });

  test('behind a trusted proxy, the address it added counts', {
    tags: ['forwarded-address'],
  }, async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } });
    await times(30, (i) => guess(`198.51.100.${i}, 203.0.113.7, 10.0.0.${i}`));
    expect(await guess('192.0.2.1, 203.0.113.7')).toBe(429);
    expect(await guess('203.0.113.7, 203.0.113.8')).toBe(403);
  });

  test('one IPv6 network counts as one address', { tags: ['mail-limit'] }, async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
    await times(30, (i) => guess(`2001:db8:1:2::${i.toString(16)}`));
    expect(await guess('2001:0DB8:0001:0002:ffff::1')).toBe(429);
    expect(await guess('2001:db8:1:3::1')).toBe(403);
  });

  test('are shared with another node', { tags: ['shared-limits'] }, async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on' } });
    await times(30, () => guess());
    const other = await startWorld({
      engine,
      env: { RATE_LIMITS: 'on', ...server.env },
    });
    const response = await other.call('POST', '/auth/v1/verify', { json });
    await other.close();
    expect(response.status).toBe(429);
  });

  test.each(['known', 'unknown'])(
    'strangers cannot flood a mailbox that is %s',
    { tags: ['mail-limit'] },
    async (kind) => {
      server = await startWorld({ engine, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
      const email = kind === 'known' ? (await server.join()).email : 'nobody@example.com';
      const recover = async (from: number) =>
        (
          await server.call('POST', '/auth/v1/recover', {
            json: { email },
            headers: { 'x-forwarded-for': `203.0.113.${from}` },
          })
        ).status;
      expect([await recover(1), await recover(1), await recover(1)]).toEqual([200, 429, 429]);
      expect(await recover(2)).toBe(200);
      const flood: number[] = [];
      for (let from = 3; from < 30; from += 1) flood.push(await recover(from));
      expect(flood.filter((status) => status === 200)).toHaveLength(18);
      expect(new Set(flood.slice(18))).toEqual(new Set([429]));
    },
  );

  test('the owner can request a code despite strangers', async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
    const { email, session } = await server.join();
    const as = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    await server.call('POST', '/auth/v1/token?grant_type=password', {
      json: { email, password: PASSWORD },
      ...as('2001:db8:7:1::1'),
    });
    await server.db.transact(async ({ q, t }) => q.delete(t.authLimits));
    const recover = async (address: string) =>
      (await server.call('POST', '/auth/v1/recover', { json: { email }, ...as(address) })).status;
    for (let from = 1; from <= 20; from += 1) expect(await recover(`203.0.113.${from}`)).toBe(200);
    expect([await recover('203.0.113.99'), await recover('2001:db8:7:1::1')]).toEqual([429, 200]);
    const nonce = await server.call('GET', '/auth/v1/reauthenticate', {
      headers: { authorization: `Bearer ${session.access_token}`, 'x-forwarded-for': '203.0.113.99' },
    });
    expect(nonce.status).toBe(200);
  });

  test('all networks of an IPv6 site share one limit', async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
    const recover = async (network: number) =>
      (
        await server.call('POST', '/auth/v1/recover', {
          json: { email: 'nobody@example.com' },
          headers: { 'x-forwarded-for': `2001:db8:7:${network}::1` },
        })
      ).status;
    expect([await recover(1), await recover(2)]).toEqual([200, 429]);
  });

  test('only ten of twenty concurrent guesses are checked', { tags: ['sign-in-limit'] }, async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on' } });
    const statuses = await times(20, async (i) => {
      const tried = { email: 'victim@example.com', password: `guess number ${i}` };
      return (await server.call('POST', '/auth/v1/token?grant_type=password', { json: tried })).status;
    });
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('signing up with a taken address adds no guesses', async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on' } });
    const { email } = await server.join();
    const tried = { email, password: 'another good password' };
    expect((await server.call('POST', '/auth/v1/signup', { json: tried })).status).toBe(200);
    const statuses: number[] = [];
    // In sequence, because concurrent attempts could use each other's refunded points.
    while (statuses.length < 11) {
      statuses.push(
        (await server.call('POST', '/auth/v1/token?grant_type=password', { json: tried })).status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test('at most ten password changes are tried per quarter-hour', {
    tags: ['password-change-limit'],
  }, async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on' } });
    const { session } = await server.join();
    const json = { password: PASSWORD, current_password: PASSWORD };
    const change = async () =>
      (await server.call('PUT', '/auth/v1/user', { json, token: session.access_token })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push(await change());
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  });

  test('calls from an address are limited, except genuine refreshes', {
    tags: ['identity-limit'],
  }, async () => {
    server = await startWorld({ engine, env: { RATE_LIMITS: 'on' } });
    const { session } = await server.join();
    const settings = async () => (await server.call('GET', '/auth/v1/settings')).status;
    const refresh = async (refresh_token: string) =>
      (await server.call('POST', '/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } }))
        .status;
    const forged = `${session.refresh_token.slice(0, -4)}AAAA`;
    expect(await refresh(forged)).toBe(400);
    expect(await times(300, settings)).toContain(429);
    const refused = await server.call('GET', '/auth/v1/settings');
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ error_code: 'over_request_rate_limit' }),
    ]);
    expect([await refresh(forged), await refresh(session.refresh_token)]).toEqual([429, 200]);
    expect((await server.call('GET', '/auth/v1/user', { token: session.access_token })).status).toBe(200);
  });

  test('too many concurrent password checks get 503', {
    tags: ['password-hashing'],
  }, async () => {
    server = await startWorld({ engine });
    const { session } = await server.join();
    // The server runs in this process: two checks run, fifty wait, and three are refused.
    const tries = Array.from({ length: 55 }, () => isPassword('guess', null).then(() => 200, statusOf));
    const response = await server.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      json: { refresh_token: session.refresh_token },
    });
    expect(response.status).toBe(200);
    const statuses = await Promise.all(tries);
    expect(statuses.filter((status) => status === 503)).toHaveLength(3);
  });
});

test.each(['nonsense', '10.0.0.0/33', '10.0.0.1,', '10.0.0.0/'])(
  'TRUST_PROXY=%s is refused at startup',
  (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow('TRUST_PROXY');
  },
);
