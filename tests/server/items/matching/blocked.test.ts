import { expect, test } from 'vitest';
import { openMatchmaker } from '../../../support/people/matchmaker.ts';
import { openWorld } from '../../../support/world.ts';

test("a blocked member's listings match nothing", async () => {
  const world = await openWorld();
  const { list, postWanted, matchesOf, settled } = openMatchmaker(world);
  const [buyer, seller] = [await world.join('buyer'), await world.join('seller')];
  const blocked = await world.join('blocked');
  await postWanted(buyer);
  expect((await world.call('PUT', `/api/blocks/${blocked.id}`, { as: buyer })).status).toBe(204);
  for (const person of [blocked, seller]) await list(person);
  await settled();
  expect((await matchesOf(buyer)).map(({ listing }) => listing.sellerId)).toEqual([seller.id]);
});
