import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SignedVouches } from '@selvedge/shared/deals/vouches';
import canonicalize from 'canonicalize';
import { CompactSign, type JSONWebKeySet } from 'jose';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { signStatement, verifyStatement } from '../../../../server/src/deals/vouches/statement.ts';
import { createKeyRing } from '../../../../server/src/identity/sessions/key-ring.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { createSecret } from '../../../../server/src/platform/core/secret.ts';
import { insertRows } from '../../../support/data/rows.ts';
import { HOSTED_KEY } from '../../../support/peers/hosted-provider.ts';
import { ageForTrust } from '../../../support/people/aged.ts';
import { addDeal, addVouch } from '../../../support/people/deals.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { describeOnEngines, engines } from '../../../support/servers/database.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';
import { openWorld, startWorld, type World } from '../../../support/world.ts';

const DAY = 24 * 3_600_000;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function saveIn(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function makeFolder(): string {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  return dir.path;
}

describeOnEngines('signed vouches', ({ engine }) => {
  let shop: World;
  let subject: Actor;
  let jwks: JSONWebKeySet;
  const saved = async (query = '') => {
    const response = await shop.call('GET', `/api/users/marlow/vouches${query}`);
    return { bytes: new Uint8Array(await response.arrayBuffer()), next: response.headers.get('link') };
  };
  const keysOf = async (of: World) =>
    (await (await of.call('GET', '/auth/v1/.well-known/jwks.json')).json()) as JSONWebKeySet;
  const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as SignedVouches;

  beforeEach(async () => {
    shop = await openWorld({ engine });
    subject = await shop.join('marlow');
    jwks = await keysOf(shop);
    for (const [n, text] of [
      'Careful, and quick.',
      null,
      'Größe wie beschrieben ☺️ – „danke“\n"!"',
    ].entries()) {
      const writer = await shop.join(`writer${n}`);
      const dealId = await addDeal(shop.db, { buyerId: writer.id, sellerId: subject.id });
      const releasesAt = new Date(Date.now() - n * DAY);
      await addVouch(shop.db, { dealId, writerId: writer.id, subjectId: subject.id, text, releasesAt });
    }
    await ageForTrust(shop.db);
  });

  test('are verified with the public key only', async () => {
    const { bytes } = await saved();
    const { signature, ...statement } = parse(bytes);
    expect(statement.vouches).toHaveLength(3);
    expect(await verifyStatement(bytes, jwks)).toEqual(statement);
    expect(signature).toMatch(/^[\w-]+\.\.[\w-]+$/);
    const reordered = JSON.stringify(
      { signature, ...Object.fromEntries(Object.entries(statement).reverse()) },
      null,
      2,
    );
    expect(await verifyStatement(Buffer.from(reordered), jwks)).toEqual(statement);
  });

  test('with any one byte changed are refused', { tags: ['signed-vouches'], timeout: 60_000 }, async () => {
    const { bytes } = await saved();
    const isRefused = async (at: number, byte: number) => {
      const changed = Uint8Array.from(bytes);
      changed[at] = byte;
      expect(await verifyStatement(changed, jwks), `byte ${at} as ${byte}`).toBeNull();
    };
    for (const [at, byte] of bytes.entries()) {
      for (const bit of [1, 0x20]) await isRefused(at, byte ^ bit);
    }
    // The last letters of base64url have unused bits: several letters stand for the same bytes.
    const text = Buffer.from(bytes).toString('latin1');
    for (const last of [text.indexOf('..') - 1, text.length - '"}'.length - 1]) {
      for (const letter of BASE64URL) {
        if (letter !== text[last]) await isRefused(last, letter.charCodeAt(0));
      }
    }
  });

  test('with a field added or removed are refused', {
    tags: ['signed-vouches'],
  }, async () => {
    const { bytes } = await saved();
    const { vouches, ...rest } = parse(bytes);
    const other = await openWorld();
    for (const value of [
      { ...rest, vouches, note: 'trust me' },
      { ...rest, vouches: vouches.slice(1) },
      { ...rest, vouches: vouches.toReversed() },
      { ...rest, vouches: vouches.map((vouch) => ({ ...vouch, rating: 'good', text: 'The best!' })) },
    ]) {
      expect(await verifyStatement(Buffer.from(JSON.stringify(value)), jwks)).toBeNull();
    }
    const { signature: _, ...statement } = parse(bytes);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ours = {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256' }],
    } as JSONWebKeySet;
    const sign = async (typ: string) => {
      const payload = new TextEncoder().encode(canonicalize(statement));
      const jws = await new CompactSign(payload)
        .setProtectedHeader({ alg: 'ES256', kid: 'a', typ })
        .sign(privateKey);
      const [header, , mac] = jws.split('.');
      return Buffer.from(JSON.stringify({ ...statement, signature: `${header}..${mac}` }));
    };
    expect(await verifyStatement(await sign('selvedge-vouches'), ours)).toEqual(statement);
    expect(await verifyStatement(await sign('JWT'), ours)).toBeNull();
    expect(await verifyStatement(bytes, await keysOf(other))).toBeNull();
    expect(await verifyStatement(bytes, { keys: [] })).toBeNull();
  });

  /** Every page of the list, with up to `limit` vouches each. */
  async function savedPages(limit: number): Promise<Uint8Array[]> {
    const pages: Uint8Array[] = [];
    let cursor: string | undefined;
    do {
      const { bytes, next } = await saved(`?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      pages.push(bytes);
      cursor = /cursor=([\w-]+)/.exec(next ?? '')?.[1];
    } while (cursor);
    return pages;
  }

  test('are signed page by page', async () => {
    const files = await savedPages(1);
    const pages = files.map(parse);
    expect(pages.map(({ vouches }) => vouches.length)).toEqual([1, 1, 1]);
    expect(pages.map(({ trust }) => trust)).toEqual(
      [1, 2, 3].map(() => ({ deals: 3, members: 3, vouches: 3 })),
    );
    const cursor = expect.stringMatching(/^[\w-]+$/);
    expect(pages.map(({ page }) => page)).toEqual([
      { cursor: null, hasMore: true },
      { cursor, hasMore: true },
      { cursor, hasMore: false },
    ]);
    expect(parse((await saved()).bytes).page).toEqual({ cursor: null, hasMore: false });
    for (const [n, bytes] of files.entries()) {
      expect(await verifyStatement(bytes, jwks)).not.toBeNull();
      const other = { ...parse(bytes), page: { cursor: null, hasMore: false } };
      expect(await verifyStatement(Buffer.from(JSON.stringify(other)), jwks), `page ${n}`).toBeNull();
      const { page: _, ...without } = parse(bytes);
      expect(await verifyStatement(Buffer.from(JSON.stringify(without)), jwks)).toBeNull();
    }
  });

  test('contain no text of the caller', async () => {
    const { next } = await saved('?limit=1');
    const cursor = /cursor=([\w-]+)/.exec(next ?? '')?.[1] ?? '';
    const { bytes } = await saved(`?limit=1&cursor=${cursor}${encodeURIComponent('=!trust-me')}`);
    expect(parse(bytes).page).toEqual({ cursor, hasMore: true });
    expect(Buffer.from(bytes).toString()).not.toContain('trust-me');
  });

  test('that are incomplete are reported as such', async () => {
    const folder = makeFolder();
    const keys = saveIn(folder, 'jwks.json', JSON.stringify(jwks));
    const lastLine = async (bytes: Uint8Array, path = keys) => {
      const file = saveIn(folder, 'marlow.json', bytes);
      const { code, output } = await runOperator(['vouches', 'verify', file, path], {
        DATA_DIR: folder,
        PUBLIC_URL: shop.url,
      });
      return [code, output.split('\n').at(-1)];
    };
    const part = (missing: string) => [
      0,
      `ONLY A PART: 1 of 3 vouches are in this file; ${missing} ones are missing.`,
    ];
    const [first, middle, last] = await savedPages(1);
    expect(await lastLine(first as Uint8Array)).toEqual(part('older'));
    expect(await lastLine(middle as Uint8Array)).toEqual(part('newer and older'));
    expect(await lastLine(last as Uint8Array)).toEqual(part('newer'));
    expect(await lastLine((await saved()).bytes)).toEqual([0, 'All 3 vouches are in this file.']);

    // Files from before the pages were signed.
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const published = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256' }] };
    const ours = saveIn(folder, 'ours.json', JSON.stringify(published));
    const earlier = async (bytes: Uint8Array) => {
      const { signature: _, page: __, ...statement } = parse(bytes);
      const ring = { signing: () => ({ kid: 'a', privateKey }) };
      return Buffer.from(JSON.stringify(await signStatement(ring, statement)));
    };
    expect(await lastLine(await earlier(middle as Uint8Array), ours)).toEqual(part('some'));
    expect(await lastLine(await earlier((await saved()).bytes), ours)).toEqual([
      0,
      'All 3 vouches are in this file.',
    ]);
  });

  test('stay verifiable after every rotation of the keys', { tags: ['signed-vouches'] }, async () => {
    const { signature: _, ...statement } = parse((await saved()).bytes);
    let now = Date.now();
    const ring = await createKeyRing(
      shop.db,
      createSecret(shop.config.identity.secret, shop.dataDir),
      900,
      () => now,
    );
    const files: Buffer[] = [];
    for (let month = 0; month < 6; month += 1) {
      files.push(Buffer.from(JSON.stringify(await signStatement(ring, statement))));
      now += 30 * DAY;
      await ring.rotate();
      now += DAY;
      await ring.rotate();
    }
    const published = JSON.parse(JSON.stringify({ keys: ring.everPublished() })) as JSONWebKeySet;
    expect(new Set(files.map((file) => parse(file).signature.split('.')[0])).size).toBe(6);
    for (const file of files) expect(await verifyStatement(file, published)).toEqual(statement);
  });

  test('are checked by the operator offline', async () => {
    const folder = makeFolder();
    const { bytes } = await saved();
    const file = saveIn(folder, 'marlow.json', bytes);
    const keys = saveIn(folder, 'jwks.json', JSON.stringify(jwks));
    const verify = (...args: string[]) =>
      runOperator(['vouches', 'verify', ...args], { DATA_DIR: folder, PUBLIC_URL: shop.url });
    expect(await verify(file, keys)).toEqual({
      code: 0,
      errors: '',
      output: expect.stringMatching(
        /^Genuine: signed by http:\/\/localhost:\d+ on 2\d{3}-.*\nmarlow \([\w-]+\): 3 deals with 3 members, 3 vouches by 3 members\.\nThe accounts of their writers began from [\d-]+ to [\d-]+\.\nAll 3 vouches are in this file\.$/,
      ),
    });
    const changed = Buffer.from(bytes).toString().replace('quick', 'quack');
    expect(await verify(saveIn(folder, 'changed.json', changed), keys)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is NOT genuine'),
    });
    expect((await verify(saveIn(folder, 'none.json', '{}'), keys)).errors).toContain(
      'is not a list of vouches',
    );
    expect((await verify(file, saveIn(folder, 'none.json', '[]'))).errors).toContain('is not a set of keys');
    expect((await verify(join(folder, 'missing.json'), keys)).errors).toContain('Cannot read');
  });
});

describe.each(engines())('the keys of an instance (%s)', (engine) => {
  test.each([
    ['with its own identity provider', {}],
    // It is not reachable, nor needed.
    ['with a hosted one', { IDENTITY_URL: 'https://localhost:1', IDENTITY_KEY: HOSTED_KEY }],
  ])('%s verify its vouches', async (_, settings) => {
    const server = await startWorld({ engine, env: settings, features: ['vouches'] });
    onTestFinished(server.close);
    const id = crypto.randomUUID();
    const at = new Date();
    await insertRows(server.db, 'users', {
      id,
      username: 'marlow',
      usernameKey: 'marlow',
      createdAt: at,
      updatedAt: at,
    });
    const file = await (await server.call('GET', '/api/users/marlow/vouches')).text();
    const folder = makeFolder();
    const path = saveIn(folder, 'marlow.json', file);
    const verify = () =>
      runOperator(['vouches', 'verify', path, '--issuer', server.url], { DATA_DIR: folder });
    expect(await verify()).toMatchObject({
      code: 0,
      output: expect.stringContaining(`signed by ${server.url}`),
    });
    const jwks = await server.call('GET', '/.well-known/jwks.json');
    expect(jwks.headers.get('content-type')).toBe('application/jwk-set+json');
    expect(await jwks.text()).not.toContain('"d"');
  });
});

test("an unreachable issuer's vouches need saved keys", async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  const folder = makeFolder();
  const statement = {
    issuer: `http://127.0.0.1:${port}`,
    memberId: crypto.randomUUID(),
    username: 'marlow',
    signedAt: new Date().toISOString(),
    trust: { deals: 0, vouches: 0 },
    vouches: [],
    signature: 'a..b',
  };
  const path = saveIn(folder, 'marlow.json', JSON.stringify(statement));
  const args = ['vouches', 'verify', path, '--issuer', statement.issuer];
  expect(await runOperator(args, { DATA_DIR: folder })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is unreachable. Pass a saved copy of it as a second file.'),
  });
});
