import { randomUUID } from 'node:crypto';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { expect, test } from 'vitest';
import type { Member } from '../../../support/people/accounts.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const LISTING = {
  ...{ title: 'You will regret this', brand: 'Regret', category: 'Outerwear', size: 'L', condition: 'Used' },
  price: '365',
};
const WANTED = { title: 'You will regret this', brand: 'Regret', size: 'Regret', maxPrice: '900' };
/** The inbox, newest first. */
const EDITED = [{ title: WANTED.title }, { title: LISTING.title }];

describeOnBothEngines('after a block', ({ engine }) => {
  /** An owner's listing and WTB, each with a conversation that the other member began. */
  async function open() {
    const world = await openWorld({ engine });
    const [owner, other] = [await world.join('marlow'), await world.join('odile')];
    const listingId = await addListing(world.db, owner.id);
    const wtbListingId = await addWanted(world.db, owner.id);
    for (const item of [
      { listingId, isWTB: false },
      { wtbListingId, isWTB: true },
    ]) {
      const json = { sellerId: owner.id, ...item };
      const started = await world.call('POST', '/api/conversations', { as: other, json });
      const { id: conversationId } = (await started.json()) as Conversation;
      const message = { clientId: randomUUID(), conversationId, type: 'text', content: 'Hello' };
      await world.call('POST', '/api/messages', { as: other, json: message });
    }
    return { world, owner, other, listingId, wtbListingId };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  async function edit({ world, owner, listingId, wtbListingId }: Opened): Promise<void> {
    const found = await world.call('GET', `/api/listings/${listingId}`, { as: owner });
    const { images } = (await found.json()) as { images: string[] };
    const json = { ...LISTING, images };
    const answers = [
      await world.call('PUT', `/api/listings/${listingId}`, { as: owner, json }),
      await world.call('PUT', `/api/wtb-listings/${wtbListingId}`, { as: owner, json: WANTED }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  const inbox = async (world: World, as: Member) =>
    (await (await world.call('GET', '/api/conversations', { as })).json()) as Conversation[];
  const items = async (world: World, as: Member) =>
    (await inbox(world, as)).flatMap(({ listing, wtbListing }) => listing ?? wtbListing ?? []);
  const block = (method: 'PUT' | 'DELETE', { world, other, owner }: Opened) =>
    world.call(method, `/api/blocks/${owner.id}`, { as: other });

  test("the blocked owner's edits do not reach the inbox", { tags: ['blocked-members'] }, async () => {
    const opened = await open();
    await block('PUT', opened);
    await edit(opened);
    expect(JSON.stringify(await inbox(opened.world, opened.other))).not.toContain('egret');
    expect(await items(opened.world, opened.other)).toMatchObject([
      { title: 'Edited WTB', brand: '', size: '', maxPrice: '900.00' },
      { title: 'Edited listing', brand: '', images: [], isSold: false },
    ]);
  });

  test('the owner sees their own edits', { tags: ['blocked-members'] }, async () => {
    const opened = await open();
    await block('PUT', opened);
    await edit(opened);
    expect(await items(opened.world, opened.owner)).toMatchObject(EDITED);
  });

  test('an item edited before keeps its texts', { tags: ['blocked-members'] }, async () => {
    const opened = await open();
    await edit(opened);
    await block('PUT', opened);
    expect(await items(opened.world, opened.other)).toMatchObject(EDITED);
  });

  test("the owner's own block hides nothing from them", { tags: ['blocked-members'] }, async () => {
    const opened = await open();
    await opened.world.call('PUT', `/api/blocks/${opened.other.id}`, { as: opened.owner });
    await edit(opened);
    expect(await items(opened.world, opened.owner)).toMatchObject(EDITED);
  });

  test('lifting the block shows the edits', { tags: ['blocked-members'] }, async () => {
    const opened = await open();
    await block('PUT', opened);
    await edit(opened);
    await block('DELETE', opened);
    expect(await items(opened.world, opened.other)).toMatchObject(EDITED);
  });
});
