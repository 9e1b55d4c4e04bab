import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { transparentPng } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { isSettled } from '../../support/people/matchmaker.ts';
import { startWorld, type World } from '../../support/world.ts';

let server: World;
beforeAll(async () => {
  server = await startWorld({ env: { AUTH_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.close());

test("a blocked member's listings match nothing, and other matches are not delayed", async () => {
  const [buyer, seller, blocked] = await Promise.all(
    ['buyer', 'seller', 'blocked'].map((name) => signUp(server.url, name)),
  );
  if (!buyer || !seller || !blocked) throw new Error('a sign-up is missing');
  const wanted = { title: 'Type II trucker', brand: 'Kapital', size: 'L', maxPrice: '900' };
  await buyer.call('POST', '/api/wtb-listings', wanted);
  // The first API call creates the member.
  await blocked.call('GET', '/api/auth/user');
  expect((await buyer.request('PUT', `/api/blocks/${blocked.id}`)).status).toBe(204);
  for (const person of [blocked, seller]) await person.list(await transparentPng());
  await vi.waitFor(async () => expect(await isSettled(server.db)).toBe(true), 30_000);
  const matches = await buyer.call<{ listing: { sellerId: string } }[]>('GET', '/api/matches');
  expect(matches.map(({ listing }) => listing.sellerId)).toEqual([seller.id]);
});
