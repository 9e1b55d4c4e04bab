import type { Listing } from '@selvedge/shared/items/listings';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const DAY_MS = 86_400_000;

describeOnBothEngines('the reference price of a discount', ({ engine }) => {
  let shop: World;
  let owner: Actor;
  let id: string;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    owner = await shop.join('marlow');
    id = await addListing(shop.db, owner.id);
    await price('100');
    await pass(60);
  });

  const patch = async (action: string, json: object) => {
    const response = await shop.call('PATCH', `/api/listings/${id}/${action}`, { as: owner, json });
    expect(response.status).toBe(200);
    return (await response.json()) as Listing;
  };
  const price = (to: string) => patch('price', { price: to });
  const discount = (newPrice: string) => patch('discount', { newPrice });
  /** Backdates everything that happened to the listing by this many days. */
  const pass = (days: number) =>
    shop.db.transact(async ({ q, t }) => {
      const earlier = (at: Date) => new Date(at.getTime() - days * DAY_MS);
      for (const { id: eventId, at } of await q.select().from(t.itemEvents)) {
        await q
          .update(t.itemEvents)
          .set({ at: earlier(at) })
          .where(eq(t.itemEvents.id, eventId))
          .returning();
      }
      await q
        .update(t.listings)
        .set({ bumpedAt: new Date(0), discountBumpAt: null })
        .returning();
    });
  const reference = async (as: Actor = owner) => shop.call('GET', `/api/listings/${id}/discount`, { as });
  const NO_DISCOUNT = { isDiscounted: false };
  const isBumped = ({ bumpedAt }: Listing) => Date.parse(bumpedAt) > 0;

  test('raising the price beforehand earns no discount', {
    tags: ['honest-discounts'],
  }, async () => {
    await price('200');
    const listing = await discount('100');
    expect(listing).toMatchObject({ price: '100.00', ...NO_DISCOUNT });
    expect(listing.originalPrice).toBeUndefined();
    expect(isBumped(listing)).toBe(false);
  });

  test('is the lowest price of the last 30 days', {
    tags: ['honest-discounts'],
  }, async () => {
    await price('200');
    const listing = await discount('90');
    expect(listing).toMatchObject({ price: '90.00', originalPrice: '100.00', isDiscounted: true });
    expect(isBumped(listing)).toBe(true);
  });

  test('less than 10 percent off it earns no bump', async () => {
    await price('200');
    expect(isBumped(await discount('95'))).toBe(false);
  });

  test('includes a price that was valid only briefly', async () => {
    await price('80');
    await price('100');
    expect(await discount('90')).toMatchObject(NO_DISCOUNT);
    expect(await discount('72')).toMatchObject({ originalPrice: '80.00' });
  });

  test('includes an earlier discount ended by Update Price', async () => {
    await discount('80');
    await price('100');
    expect(await discount('85')).toMatchObject({ price: '85.00', ...NO_DISCOUNT });
  });

  test('ignores prices more than 30 days old', async () => {
    await price('200');
    await pass(29);
    expect(await (await reference()).json()).toEqual({ referencePrice: '100.00', lowestPrice: '100.00' });
    await pass(2);
    const listing = await discount('150');
    expect(listing).toMatchObject({ originalPrice: '200.00', isDiscounted: true });
    expect(isBumped(listing)).toBe(true);
  });

  test('stays the same through further discounts', async () => {
    await discount('90');
    await pass(1);
    expect(await (await reference()).json()).toEqual({ referencePrice: '100.00', lowestPrice: '90.00' });
    const listing = await discount('85');
    expect(listing).toMatchObject({ price: '85.00', originalPrice: '100.00' });
    expect(isBumped(listing)).toBe(false);
  });

  test('is visible to the owner only', async () => {
    const responses = [
      await shop.call('GET', `/api/listings/${id}/discount`),
      await reference(await shop.join('odile')),
      await reference(await shop.join('admin', { isAdmin: true })),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 403, 403]);
    await patch('sold', {});
    expect((await reference()).status).toBe(409);
  });
});
