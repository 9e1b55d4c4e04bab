import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { unlimited } from '../../../server/src/platform/core/limits.ts';
import { createApp } from '../../../server/src/platform/http/app.ts';
import { createApi } from '../../../server/src/platform/http/endpoint.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { makeCall } from '../../support/contract/every-call.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const PRIVATE = 'private, no-store';

describe.each(engines())('Cache-Control of refusals (%s)', (engine) => {
  const server = worldForAll({ engine });

  test('no refusal may be stored, whatever its reason', { tags: ['no-store'] }, async () => {
    const token = await server.tokenOf(await server.join('marlow'));
    const wrong: object[] = [];
    const statuses = new Set<number>();
    // Sign-out comes last, as it ends the session.
    const isSignOut = ({ path }: { path: string }) => path.endsWith('/signout');
    for (const endpoint of server.product.endpoints.toSorted(
      (a, b) => Number(isSignOut(a)) - Number(isSignOut(b)),
    )) {
      const path = `${endpoint.path}?nothing=1`;
      const attempts = [
        await makeCall(server.url, endpoint, { token: 'not.a.token' }),
        await makeCall(server.url, endpoint, { headers: { authorization: 'Basic eDp5' } }),
        await makeCall(server.url, { ...endpoint, path }, { token, body: '{' }),
        await makeCall(server.url, endpoint, { token, body: 'x', headers: { 'content-type': 'text/plain' } }),
        await makeCall(server.url, endpoint, { token, body: JSON.stringify('x'.repeat(300_000)) }),
        await makeCall(server.url, { ...endpoint, method: 'search' as 'get' }, { token }),
      ];
      for (const { status, headers } of attempts) {
        statuses.add(status);
        const cacheControl = headers.get('cache-control');
        if (cacheControl !== PRIVATE) wrong.push({ path: endpoint.path, status, cacheControl });
      }
    }
    for (const path of ['/api', '/api/nothing', '/api/listings/x/y']) {
      const { status, headers } = await server.call('GET', path, { token });
      expect([path, status, headers.get('cache-control')]).toEqual([path, 404, PRIVATE]);
    }
    expect(wrong).toEqual([]);
    for (const status of [400, 401, 403, 404, 405, 413, 415]) expect(statuses).toContain(status);
  });
});

test('the response to an unexpected error is not cached', {
  tags: ['no-store'],
}, async () => {
  const app = createApp(createLog('silent'));
  const authenticate = () => Promise.reject(new Error('the database is down'));
  const api = createApi({
    app,
    authenticate,
    limits: unlimited,
    isOn: () => true,
    currency: () => 'USD',
    addressOf: () => 'nowhere',
  });
  const call = {
    method: 'get',
    access: 'viewer',
    scope: 'read',
    summary: '',
    budget: 'calls',
    replies: { 200: z.object() },
  } as const;
  const fail = () => Promise.reject(new Error('a bug'));
  api.endpoint({ ...call, path: '/api/plain' }, fail);
  api.endpoint({ ...call, path: '/api/cached', isCached: true }, fail);
  for (const path of ['/api/plain', '/api/cached']) {
    for (const headers of [{}, { authorization: 'Bearer x' }]) {
      const response = await app.request(path, { headers });
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 500, PRIVATE]);
    }
  }
});
