import { type OutgoingHttpHeaders, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addressOf, isUnsafe, makeCall } from '../../support/contract/every-call.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { type World, worldForAll } from '../../support/world.ts';

const EVIL = 'https://evil.example';
/** Query parameters that accept any text. */
const FREE_TEXT = ['brand', 'title', 'size', 'q', 'not'];
/** Fields that an attacker would like a body to set. */
const NOT_THEIRS = [
  'isAdmin',
  'isSold',
  'isFulfilled',
  'originalPrice',
  'createdAt',
  'bumpedAt',
  'buyerId',
  'ownerId',
  'senderId',
  'passwordHash',
  'constructor',
];

/**
 * Sends a request with exactly these headers; after responding, the server may close the connection while the
 * client still sends.
 */
function statusOf(url: string, method: string, headers: OutgoingHttpHeaders, body = ''): Promise<unknown> {
  const sent = request(url, { method: method.toUpperCase(), headers, agent: false });
  const { promise, resolve, reject } = Promise.withResolvers();
  sent.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
  sent.end(body);
  return promise;
}

describe.each(bothEngines())('every endpoint of the contract (%s)', (engine) => {
  const server = worldForAll({ engine });

  const named = ({ method, path }: World['product']['endpoints'][number]) => `${method} ${path}`;
  /** Whether a token can still read its own account. */
  const isIn = async (token: string) =>
    (await server.call('GET', '/api/auth/user', { token })).status === 200;

  test('accepts no field outside its schema', { tags: ['strict-input'] }, async () => {
    const { session } = await server.join();
    const withBody = server.product.endpoints.filter(({ body, access }) => body && access !== 'admin');
    expect(withBody.length).toBeGreaterThan(20);
    for (const endpoint of withBody) {
      const schema = JSON.stringify(z.toJSONSchema(endpoint.body as z.ZodType, { io: 'input' }));
      for (const field of NOT_THEIRS.filter((name) => !schema.includes(`"${name}"`))) {
        const body = JSON.stringify({ [field]: true });
        const { status, text } = await makeCall(server.url, endpoint, { token: session.access_token, body });
        expect([named(endpoint), field, status]).toEqual([named(endpoint), field, 400]);
        const isNamed = text.includes(`\\"${field}\\"`);
        // With several body schemas, the error does not name the field.
        expect(isNamed || /anyOf|oneOf/.test(schema), `${named(endpoint)} ${field}: ${text}`).toBe(true);
      }
      const body = '{"__proto__":{"isAdmin":true}}';
      await makeCall(server.url, endpoint, { token: session.access_token, body });
      expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
    }
    expect(await isIn(session.access_token)).toBe(true);
  });

  test('without a body schema rejects any content', { tags: ['strict-input'] }, async () => {
    const { session } = await server.join();
    const without = server.product.endpoints.filter(
      (one) => isUnsafe(one) && !one.body && !one.file && one.access === 'member',
    );
    expect(without.length).toBeGreaterThan(8);
    for (const endpoint of without) {
      const send = async (body: string, type = 'application/json') => {
        const sent = { token: session.access_token, body, headers: { 'content-type': type } };
        return (await makeCall(server.url, endpoint, sent)).status;
      };
      const refused = [
        await send('{"isAdmin":true}'),
        await send('[]'),
        await send('{'),
        await send('x', 'text/plain'),
      ];
      expect([named(endpoint), refused]).toEqual([named(endpoint), [400, 400, 400, 415]]);
      // Clients may declare JSON, or send an empty chunked body of any type.
      const inChunks = { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' };
      const address = server.url + addressOf(endpoint);
      const accepted = [
        await send('{}'),
        await send(''),
        await statusOf(address, endpoint.method, {
          authorization: `Bearer ${session.access_token}`,
          ...inChunks,
        }),
      ];
      expect([named(endpoint), accepted.filter((status) => status === 400 || status === 415)]).toEqual([
        named(endpoint),
        [],
      ]);
    }
  });

  test('with an optional body accepts an empty one', { tags: ['strict-input'] }, async () => {
    const optional = server.product.endpoints.filter(
      (one) => isUnsafe(one) && one.body?.safeParse(undefined).success && one.access === 'member',
    );
    expect(optional.length).toBeGreaterThan(1);
    const { session } = await server.join();
    for (const endpoint of optional) {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        for (const length of [{ 'content-length': '0' }, { 'transfer-encoding': 'chunked' }]) {
          const authorization = `Bearer ${session.access_token}`;
          const headers = { authorization, 'content-type': type, ...length };
          const status = await statusOf(server.url + addressOf(endpoint), endpoint.method, headers);
          // The endpoint that also accepts a file reports that the file is missing.
          const expected = endpoint.file ? 415 : 404;
          expect([named(endpoint), type, status]).toEqual([named(endpoint), type, expected]);
        }
      }
    }
  });

  test('refuses unknown query values', { tags: ['strict-input'] }, async () => {
    const { session } = await server.join();
    let attempts = 0;
    for (const endpoint of server.product.endpoints.filter(({ access }) => access !== 'admin')) {
      const shape = endpoint.query instanceof z.ZodObject ? endpoint.query.shape : {};
      for (const field of Object.keys(shape).filter((name) => !FREE_TEXT.includes(name))) {
        const others = endpoint.path === '/api/demand' ? 'brand=x&' : '';
        const path = `${endpoint.path}?${others}${field}=nonsense`;
        const { status } = await makeCall(server.url, { ...endpoint, path }, { token: session.access_token });
        attempts += 1;
        expect([path, status]).toEqual([path, 400]);
      }
    }
    expect(attempts).toBeGreaterThan(30);
  });

  test('refuses a query parameter given twice', { tags: ['strict-input'] }, async () => {
    const admin = await server.join();
    await server.appoint(admin);
    const withQuery = server.product.endpoints.filter(({ query }) => query);
    expect(withQuery.filter(({ query }) => !(query instanceof z.ZodObject))).toEqual([]);
    let attempts = 0;
    for (const endpoint of withQuery) {
      const { shape } = endpoint.query as z.ZodObject;
      for (const field of Object.keys(shape)) {
        const path = `${endpoint.path}?${field}=x&${field}=x`;
        const { status, text } = await makeCall(
          server.url,
          { ...endpoint, path },
          { token: admin.session.access_token },
        );
        const isList = endpoint.repeated?.includes(field) ?? false;
        attempts += 1;
        expect([path, text.includes(`Give ${field} once`)]).toEqual([path, !isList]);
        if (!isList) expect([path, status]).toEqual([path, 400]);
      }
    }
    expect(attempts).toBeGreaterThan(60);
  });

  test('reads numbers in the query as decimal digits only', { tags: ['strict-input'] }, async () => {
    const { session } = await server.join();
    let attempts = 0;
    for (const endpoint of server.product.endpoints.filter(({ access }) => access !== 'admin')) {
      const fields = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
      for (const field of fields.filter((name) => ['limit', 'before', 'after', 'age'].includes(name))) {
        for (const number of ['0x10', '1e1', '1.0', '%2B5', '%205', '', '٣']) {
          const path = `${endpoint.path}?${field}=${number}`;
          const { status } = await makeCall(
            server.url,
            { ...endpoint, path },
            { token: session.access_token },
          );
          expect([path, status]).toEqual([path, 400]);
          attempts += 1;
        }
      }
    }
    expect(attempts).toBeGreaterThan(80);
  });

  test('refuses what another site makes a browser send', {
    tags: ['cross-site-requests', 'json-bodies'],
  }, async () => {
    const { session, auth } = await server.joinWithClient();
    const { data } = await auth.refreshSession();
    // The cookie is all that a browser sends without a script.
    const cookie = `sv-rt=${data.session?.refresh_token}`;
    const body = JSON.stringify({ email: 'new@example.com', password: PASSWORD, username: 'taken' });
    let attempts = 0;
    for (const endpoint of server.product.endpoints.filter(isUnsafe)) {
      const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
      for (const type of types) {
        const headers = { cookie, origin: EVIL, 'content-type': type };
        const response = await makeCall(server.url, endpoint, { body, headers });
        // Sign-out always responds 200; the check below proves that the session is still valid.
        if (endpoint.path !== '/api/auth/signout') {
          expect([named(endpoint), type, [401, 415].includes(response.status)]).toEqual([
            ...[named(endpoint), type],
            true,
          ]);
        }
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        attempts += 1;
      }
    }
    for (const path of ['token?grant_type=refresh_token', 'logout', 'signup', 'recover', 'verify']) {
      const response = await server.call('POST', `/auth/v1/${path}`, {
        json: { refresh_token: `cookie.${session.user.id}` },
        headers: { cookie, origin: EVIL },
      });
      expect([path, response.status]).toEqual([path, 403]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      attempts += 1;
    }
    expect(attempts).toBeGreaterThan(40);
    expect(await isIn(data.session?.access_token ?? '')).toBe(true);
    expect(await server.mailsTo('new@example.com')).toEqual([]);
    for (const endpoint of server.product.endpoints) {
      const headers = {
        origin: EVIL,
        'access-control-request-method': endpoint.method.toUpperCase(),
        'access-control-request-headers': 'authorization, content-type',
      };
      const preflight = await server.call('OPTIONS', addressOf(endpoint), { headers });
      expect([named(endpoint), preflight.headers.get('access-control-allow-origin')]).toEqual([
        named(endpoint),
        null,
      ]);
      await preflight.body?.cancel();
    }
  });

  test('reads at most 256 KiB of a body', {
    tags: ['body-size'],
  }, async () => {
    const { session } = await server.join();
    const authorization = `Bearer ${session.access_token}`;
    const withBody = server.product.endpoints.filter(({ body, access }) => body && access !== 'admin');
    const calls = [
      ...withBody.map((one) => [one.method, addressOf(one), 256 * 1024] as const),
      ['post', '/auth/v1/signup', 64 * 1024] as const,
      ['post', '/auth/v1/token?grant_type=password', 64 * 1024] as const,
    ];
    for (const [method, path, most] of calls) {
      const text = `{"content":"${'x'.repeat(most)}"}`;
      for (const length of [{ 'content-length': text.length }, { 'transfer-encoding': 'chunked' }]) {
        const headers = { authorization, 'content-type': 'application/json', ...length };
        expect([path, await statusOf(server.url + path, method, headers, text)]).toEqual([path, 413]);
      }
    }
  });

  test('refuses TRACE', { tags: ['no-trace'] }, async () => {
    for (const path of ['/', '/api/listings', '/auth/v1/settings', '/media/x', '/assets/', '/metrics']) {
      const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>();
      const sent = request(server.url + path, { method: 'TRACE', headers: { 'x-secret': 'echoed?' } });
      sent.on('error', reject).on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        resolve([response.statusCode, text]);
      });
      sent.end();
      const [status = 0, text] = await promise;
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      expect(text).not.toContain('echoed?');
    }
  });
});
