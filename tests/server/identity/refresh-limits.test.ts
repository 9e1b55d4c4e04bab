import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type IdentityServer, startIdentity } from '../../support/servers/identity-server.ts';

const REFRESH = '/auth/v1/token?grant_type=refresh_token';

const JSON_TYPE = { 'content-type': 'application/json' };

// One engine is enough, because refreshes are counted in memory.
describe('a refresh', () => {
  let server: IdentityServer;
  beforeEach(async () => {
    server = await startIdentity('sqlite', { RATE_LIMITS: 'on' });
  });
  afterEach(() => server.close());

  const statusesOf = async (count: number, request: () => Promise<Response>) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await request()).status);
    return new Set(statuses);
  };

  test.each<[string, () => Promise<Response>]>([
    [
      'malformed JSON',
      () => server.request(REFRESH, { method: 'POST', headers: JSON_TYPE, body: '[['.repeat(99) }),
    ],
    ['another content type', () => server.request(REFRESH, { method: 'POST', body: 'x=1' })],
    [
      'a cookie handle without its cookie',
      () => server.request(REFRESH, { json: { refresh_token: 'cookie.x' } }),
    ],
    ['another path', () => server.request(`/auth/v1/x/token?grant_type=refresh_token`, { json: {} })],
    ['another method', () => server.request(REFRESH)],
  ])('with %s is counted by address', async (_name, request) => {
    expect(await statusesOf(320, request)).toContain(429);
  });

  test('with a genuine token is never 429, but 503 above ten a second for a minute', async () => {
    const { session } = await server.join();
    let token = session.refresh_token;
    const statuses: number[] = [];
    for (let n = 0; n < 620 && !statuses.includes(503); n += 1) {
      const answer = await server.request(REFRESH, { json: { refresh_token: token } });
      statuses.push(answer.status);
      if (answer.ok) token = ((await answer.json()) as { refresh_token: string }).refresh_token;
      else expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.at(-1)).toBe(503);
    expect(statuses).not.toContain(429);
  });
});
