import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../support/world.ts';

const REFRESH = '/auth/v1/token?grant_type=refresh_token';

const JSON_TYPE = { 'content-type': 'application/json' };

// One engine is enough, because refreshes are counted in memory.
describe('a refresh', () => {
  let server: World;
  beforeEach(async () => {
    server = await startWorld({ env: { RATE_LIMITS: 'on' } });
  });
  afterEach(() => server.close());

  const statusesOf = async (count: number, request: () => Promise<Response>) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await request()).status);
    return new Set(statuses);
  };

  test.each<[string, () => Promise<Response>]>([
    ['malformed JSON', () => server.call('POST', REFRESH, { headers: JSON_TYPE, body: '[['.repeat(99) })],
    ['another content type', () => server.call('POST', REFRESH, { body: 'x=1' })],
    [
      'a cookie handle without its cookie',
      () => server.call('POST', REFRESH, { json: { refresh_token: 'cookie.x' } }),
    ],
    ['another path', () => server.call('POST', `/auth/v1/x/token?grant_type=refresh_token`, { json: {} })],
    ['another method', () => server.call('GET', REFRESH)],
  ])('with %s is counted by address', async (_name, request) => {
    expect(await statusesOf(320, request)).toContain(429);
  });

  test('with a genuine token is never answered with 429', async () => {
    const { session } = await server.join();
    let token = session.refresh_token;
    const statuses: number[] = [];
    for (let n = 0; n < 620 && !statuses.includes(503); n += 1) {
      const answer = await server.call('POST', REFRESH, { json: { refresh_token: token } });
      statuses.push(answer.status);
      if (answer.ok) token = ((await answer.json()) as { refresh_token: string }).refresh_token;
      else expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.at(-1)).toBe(503);
    expect(statuses).not.toContain(429);
  });
});
