import type { SignedVouches } from '@selvedge/shared/deals/vouches';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { ageForTrust } from '../../../support/people/aged.ts';
import { addDeal, addVouch } from '../../../support/people/deals.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

describeOnEngines('two puppets with nine deals', ({ engine }) => {
  let shop: World;
  let seller: Actor;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    seller = await shop.join('marlow');
    const buyer = await shop.join('odile');
    for (let made = 0; made < 9; made += 1) {
      const dealId = await addDeal(shop.db, { buyerId: buyer.id, sellerId: seller.id });
      await addVouch(shop.db, { dealId, writerId: buyer.id, subjectId: seller.id });
    }
  });

  const statement = async () =>
    (await (await shop.call('GET', '/api/users/marlow/vouches')).json()) as SignedVouches;

  test('count for nothing on the first day', { tags: ['sock-puppets'] }, async () => {
    expect((await statement()).trust).toMatchObject({ deals: 0, members: 0 });
  });

  test('count as deals with one member', { tags: ['sock-puppets'] }, async () => {
    await ageForTrust(shop.db);
    expect((await statement()).trust).toMatchObject({ deals: 9, members: 1 });
  });

  test("have a new member's deal counted a day later", async () => {
    const listingId = await addListing(shop.db, seller.id);
    await ageForTrust(shop.db);
    const another = await shop.join('kin');
    await addDeal(shop.db, { buyerId: another.id, sellerId: seller.id, listingId });
    expect((await statement()).trust).toMatchObject({ deals: 9, members: 1 });
  });

  test("have a new listing's deal counted a day later", async () => {
    await ageForTrust(shop.db);
    const another = await shop.join('kin');
    await ageForTrust(shop.db);
    const listingId = await addListing(shop.db, seller.id);
    await addDeal(shop.db, { buyerId: another.id, sellerId: seller.id, listingId });
    expect((await statement()).trust).toMatchObject({ deals: 9, members: 1 });
  });

  test('sign that one member wrote all vouches', { tags: ['sock-puppets'] }, async () => {
    expect((await statement()).writers).toBe(1);
  });

  test('sign how old the account of the writer is', { tags: ['sock-puppets'] }, async () => {
    const [vouch] = (await statement()).vouches;
    expect(Date.now() - Date.parse(vouch?.writerSince ?? '')).toBeLessThan(3_600_000);
  });
});
