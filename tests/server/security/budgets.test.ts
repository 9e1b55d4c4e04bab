import { requests } from '@selvedge/shared/platform/realtime';
import { afterEach, describe, expect, test } from 'vitest';
import { BUDGETS } from '../../../server/src/platform/core/budgets.ts';
import type { Client } from '../../support/clients/socket.ts';
import { isUnsafe, makeCall } from '../../support/contract/every-call.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { joinWorld, type Person, signUp } from '../../support/people/account.ts';
import { addListing, addMember } from '../../support/people/market.ts';
import { startWorld, type World } from '../../support/world.ts';

const PER_MINUTE = 300;
/** These have limits of their own, by address and account or e-mail, with tests of their own. */
const LIMITED_OTHERWISE = [
  '/api/auth/invite',
  '/api/auth/signout',
  '/api/auth/signup',
  '/api/visitor-reports',
];
const WTB = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };

let server: World;
const start = async () => {
  server = await startWorld({ env: { RATE_LIMITS: 'on', AUTH_AUTOCONFIRM: 'true' } });
};
afterEach(() => server.close());

/** How many of 150 requests of a member are accepted, made on several sockets because each takes a limited number. */
async function countAccepted(
  { connect }: Person,
  request: (socket: Client) => Promise<{ ok: boolean }>,
): Promise<number> {
  const responses: boolean[] = [];
  for (const socket of [connect(), connect(), connect()]) {
    for (let n = 0; n < 50; n += 1) responses.push((await request(socket)).ok);
    socket.disconnect();
  }
  return responses.filter(Boolean).length;
}

const statusOf = async (path: string, init?: RequestInit) => {
  const { status, body } = await fetch(server.url + path, { redirect: 'manual', ...init });
  await body?.cancel();
  return status;
};
/** The distinct statuses of repeated calls, in order of first occurrence. */
async function statusesOf(times: number, call: () => Promise<number>): Promise<number[]> {
  const statuses = new Set<number>();
  for (let n = 0; n < times; n += 1) statuses.add(await call());
  return [...statuses];
}

test('every write has its own budget', { tags: ['budgets'] }, async () => {
  await start();
  const without = server.product.endpoints.filter(({ budget }) => BUDGETS[budget].rates.length === 0);
  expect(
    without
      .filter(isUnsafe)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(LIMITED_OTHERWISE);
  expect(without.map(({ path }) => path)).not.toContain('/api/demand');
  expect(without.map(({ path }) => path)).not.toContain('/api/messages/search');
});

test('every socket request counts towards a budget', { tags: ['budgets'] }, async () => {
  await start();
  const handlers = server.product.requests;
  const without = Object.values(handlers).filter(({ budget }) => BUDGETS[budget].rates.length === 0);
  expect(without).toEqual([]);
  // The hub handles the remaining one itself.
  expect([...Object.keys(handlers), 'session:renew'].sort()).toEqual(Object.keys(requests).sort());
  const member = await joinWorld(server);
  const { token } = member;
  expect(await countAccepted(member, (socket) => socket.emitWithAck('session:renew', { token }))).toBe(120);
});

describe("a visitor's address is limited", () => {
  test.each([
    ['for refused requests', '/api/blocks', {}, 401],
    ['with a forged token', '/api/auth/user', { headers: { authorization: 'Bearer forged' } }, 401],
    ['for an unknown path', '/api/nothing', {}, 404],
    ['with a wrong method', '/api/listings', { method: 'PATCH' }, 405],
    ['for a page', '/about', {}, 200],
    ['for a page that does not exist', '/nothing', {}, 404],
    ['for an unsubscribe page', '/mail/unsubscribe?token=x', {}, 403],
    ['to the identity provider', '/auth/v1/user', {}, 401],
    ['beside the identity provider', '/auth/nothing', {}, 404],
  ])('to 300 requests a minute %s', { tags: ['request-limit'] }, async (_, path, init, status) => {
    await start();
    expect(await statusesOf(PER_MINUTE, () => statusOf(path, init))).toEqual([status]);
    expect(await statusOf(path, init)).toBe(429);
  });

  test('on every endpoint', {
    tags: ['request-limit'],
  }, async () => {
    await start();
    const member = await signUp(server.url);
    await statusesOf(PER_MINUTE, () => statusOf('/api/nothing'));
    for (const endpoint of server.product.endpoints) {
      const { status } = await makeCall(server.url, endpoint);
      expect([endpoint.method, endpoint.path, status]).toEqual([endpoint.method, endpoint.path, 429]);
    }
    for (const path of ['/', '/wtb', '/listing/x', '/feed.xml', '/sitemap.xml', '/sitemap/x.xml', '/metrics'])
      expect([path, await statusOf(path)]).toEqual([path, 429]);
    for (const path of ['/robots.txt', '/.well-known/security.txt', '/favicon.svg'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    expect((await member.request('GET', '/api/auth/user')).status).toBe(200);
  });

  test('to 3,000 files a minute', async () => {
    await start();
    expect(await statusesOf(3_000, () => statusOf('/media/none.webp'))).toEqual([404]);
    expect(await statusOf('/media/none.webp?expires=1')).toBe(429);
    expect(await statusOf('/about')).toBe(200);
  });

  test('a page counts as one request', {
    tags: ['request-limit'],
  }, async () => {
    await start();
    expect(await statusesOf(PER_MINUTE, () => statusOf('/wtb'))).toEqual([200]);
    const refused = await fetch(`${server.url}/wtb`, { headers: { accept: 'text/html' } });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toMatch(/try again in \d+ (seconds?|minute)/);
  });
});

test('all edits of an item share one limit', {
  tags: ['change-limit'],
}, async () => {
  await start();
  const owner = await signUp(server.url);
  const [first, second] = [await owner.list(await phonePhoto()), await owner.list(await phonePhoto())];
  const price = async (id: string, n: number) =>
    (await owner.request('PATCH', `/api/listings/${id}/price`, { price: String(100 + n) })).status;
  const { title, brand, category, size, condition, images } = first;
  const edited = { title, brand, category, size, condition, images };
  const edit = async () => (await owner.request('PUT', `/api/listings/${first.id}`, edited)).status;
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push(await price(first.id, n));
  for (let n = 0; n < 10; n += 1) statuses.push(await edit());
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([await price(first.id, 30), await edit(), await price(second.id, 1)]).toEqual([429, 429, 200]);
});

test('edits of a WTB are limited to thirty hourly', { tags: ['change-limit'] }, async () => {
  await start();
  const owner = await signUp(server.url);
  const { id } = await owner.call<{ id: string }>('POST', '/api/wtb-listings', WTB);
  const edit = async () => (await owner.request('PUT', `/api/wtb-listings/${id}`, WTB)).status;
  expect(await statusesOf(30, edit)).toEqual([200]);
  expect(await edit()).toBe(429);
});

test('a member may sync 120 times a minute', { tags: ['search-limit'] }, async () => {
  await start();
  const person = await joinWorld(server);
  expect(await countAccepted(person, (socket) => socket.emitWithAck('sync', { conversations: {} }))).toBe(
    120,
  );
});

test('visitor reports are limited by address', {
  tags: ['visitor-reports'],
}, async () => {
  await start();
  const { id: sellerId } = await addMember(server.db, 'marlow');
  const listings = await Promise.all(Array.from({ length: 7 }, () => addListing(server.db, sellerId)));
  const report = (id: string | undefined, email: string) =>
    statusOf('/api/visitor-reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'listing', id, reason: 'scam', email }),
    });
  const statuses: number[] = [];
  for (const [n, id] of listings.entries())
    statuses.push(await report(id, n < 4 ? 'one@example.com' : `other${n}@example.com`));
  expect(statuses).toEqual([201, 201, 201, 429, 201, 201, 429]);
});
