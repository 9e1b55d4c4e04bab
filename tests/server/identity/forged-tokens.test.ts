import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createKeyRing } from '../../../server/src/identity/sessions/key-ring.ts';
import { createSecret } from '../../../server/src/platform/core/secret.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const AUTH_SECRET = 'a secret of thirty-two characters and more';
const MINUTE = 60;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

describe.each(engines())('a forged access token (%s)', (engine) => {
  const server = worldForAll({ engine, env: { AUTH_SECRET } });

  /** Whether the token is accepted by the API and by the identity provider. */
  async function isAccepted(token: string): Promise<boolean[]> {
    const responses = [
      await server.call('GET', '/api/auth/user', { token }),
      await server.call('GET', '/auth/v1/user', { token }),
    ];
    for (const { status } of responses) expect([200, 401, 403]).toContain(status);
    return responses.map(({ status }) => status === 200);
  }

  test('of any known kind is refused', {
    tags: ['forged-tokens'],
  }, async () => {
    const { session } = await server.join();
    const [head, body, signature] = session.access_token.split('.');
    const [header, claims]: [JWTHeaderParameters, JWTPayload] = [decode(head), decode(body)];
    const ring = await createKeyRing(server.db, createSecret(AUTH_SECRET, server.dataDir), 900);
    const own = ring.signing().privateKey;
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const strangerJwk = stranger.publicKey.export({ format: 'jwk' });
    // This server counts requests for keys.
    let keyRequests = 0;
    const keys = createServer((_, response) => {
      keyRequests += 1;
      response.end(JSON.stringify({ keys: [{ ...strangerJwk, kid: header.kid, alg: 'ES256' }] }));
    });
    await once(keys.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks.json`;

    const signed = (
      changes: object,
      { by = own, ...h }: Partial<JWTHeaderParameters> & { by?: typeof own } = {},
    ) => new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...h }).sign(by);
    const other = stranger.privateKey as unknown as typeof own;
    const { keys: published } = (await (
      await server.call('GET', '/auth/v1/.well-known/jwks.json')
    ).json()) as {
      keys: JsonWebKey[];
    };
    const pem = createPublicKey({ key: published[0] ?? {}, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const hmac = (h: object, key: string | Buffer) => {
      const text = `${encode(h)}.${body}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const now = Math.floor(Date.now() / 1000);

    // An unchanged token is accepted, so the others fail because of their changes.
    expect(await isAccepted(await signed({}))).toEqual([true, true]);
    const forged: Record<string, string> = {
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'alg None with a signature': `${encode({ ...header, alg: 'None' })}.${body}.${signature}`,
      'no signature': `${head}.${body}.`,
      'HS256 with the public key as secret': hmac({ ...header, alg: 'HS256' }, pem),
      'HS256 with the published key as secret': hmac(
        { ...header, alg: 'HS256' },
        JSON.stringify(published[0]),
      ),
      'HS256 with an empty secret': hmac({ ...header, alg: 'HS256' }, ''),
      'another key': await signed({}, { by: other }),
      'its own key in the header': await signed({}, { by: other, jwk: strangerJwk }),
      'a JWKS URL in the header': await signed({}, { by: other, jku: address }),
      'a certificate URL in the header': await signed({}, { by: other, x5u: address }),
      'an unknown kid': await signed({}, { by: other, kid: randomUUID() }),
      'a path as kid': await signed({}, { by: other, kid: '../../../dev/null' }),
      'an edited payload': `${head}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
      'an extended expiry': `${head}.${encode({ ...claims, exp: now + 9_999 })}.${signature}`,
      "another token's signature": `${head}.${body}.${(await server.join()).session.access_token.split('.')[2]}`,
      'right key, expired': await signed({ iat: now - 20 * MINUTE, exp: now - MINUTE }),
      'right key, no expiry': await signed({ exp: undefined }),
      'right key, not yet valid': await signed({ nbf: now + 10 * MINUTE }),
      'right key, wrong audience': await signed({ aud: 'anon' }),
      'right key, no audience': await signed({ aud: undefined }),
      'right key, wrong issuer': await signed({ iss: 'https://evil.example/auth/v1' }),
      'right key, unknown session': await signed({ session_id: randomUUID() }),
      "right key, another member's session": await signed({ session_id: (await session2()) ?? '' }),
      'a critical extension': await signed({}, { crit: ['x'], x: 1 }).catch(() => 'not even signed'),
      'an extra part': `${session.access_token}.${signature}`,
    };
    for (const [kind, token] of Object.entries(forged)) {
      expect([kind, await isAccepted(token)]).toEqual([kind, [false, false]]);
    }
    expect(keyRequests).toBe(0);
    keys.close();
    expect(await isAccepted(session.access_token)).toEqual([true, true]);

    async function session2(): Promise<string | undefined> {
      const { session: theirs } = await server.joinWithClient();
      return decode(theirs.access_token.split('.')[1]).session_id;
    }
  });
});
