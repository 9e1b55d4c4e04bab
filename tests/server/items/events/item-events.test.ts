import { randomUUID } from 'node:crypto';
import { ITEM_EVENTS_MAX } from '@selvedge/shared/platform/limits';
import { expect, test } from 'vitest';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../../server/src/conversations/send-message.ts';
import { listItemEvents } from '../../../../server/src/items/events/list-item-events.ts';
import { recordItemEvent } from '../../../../server/src/items/events/record-item-event.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld } from '../../../support/world.ts';

describeOnBothEngines('events of an item', ({ engine }) => {
  async function setUp() {
    const shop = await openWorld({ engine });
    const { db } = shop;
    const [owner, caller] = [await shop.join('marlow'), await shop.join('odile')];
    const listingId = await addListing(db, owner.id);
    const wantedId = await addWanted(db, owner.id);
    const ctx = shop.product.ctx;
    const about = { listing: { listingId, isWTB: false }, wanted: { wtbListingId: wantedId, isWTB: true } };
    /** Opens a conversation with a first message, which makes it visible to both. */
    async function open(what: keyof typeof about): Promise<string> {
      const input = { sellerId: owner.id, ...about[what] };
      const { id } = (await openConversation(ctx, caller, input)).conversation;
      const message = { clientId: randomUUID(), conversationId: id, type: 'text', content: 'Hello' } as const;
      await sendMessage(ctx, caller, message);
      return id;
    }
    const events = (id: string, as = owner) => db.read((conn) => listItemEvents(conn, as, id));
    const eventsOf = async (id: string) => (await events(id)).map(({ id: _, at: __, ...rest }) => rest);
    const change = async (method: string, path: string, json?: unknown) => {
      const response = await shop.call(method, path, { as: owner, json });
      expect(response.status).toBeLessThan(300);
    };
    return { db, join: shop.join, owner, caller, listingId, wantedId, open, events, eventsOf, change };
  }

  test('appear in order in conversations about a listing', async () => {
    const { open, eventsOf, change, caller, events, listingId } = await setUp();
    await change('PATCH', `/api/listings/${listingId}/price`, { price: '400' });
    // An event in the same millisecond as the conversation would be included.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const id = await open('listing');
    await change('PATCH', `/api/listings/${listingId}/discount`, { newPrice: '120' });
    await change('PATCH', `/api/listings/${listingId}/price`, { price: '95' });
    await change('PATCH', `/api/listings/${listingId}/price`, { price: '95' });
    await change('PATCH', `/api/listings/${listingId}/sold`);
    await change('DELETE', `/api/listings/${listingId}/sold`);
    await change('DELETE', `/api/listings/${listingId}`);
    expect(await eventsOf(id)).toEqual([
      { kind: 'price', from: '400.00', to: '120.00' },
      { kind: 'price', from: '120.00', to: '95.00' },
      { kind: 'sold' },
      { kind: 'unsold' },
      { kind: 'removed' },
    ]);
    expect(await events(id, caller)).toEqual(await events(id));
  });

  test('appear in the conversations about a WTB', async () => {
    const { open, eventsOf, change, wantedId } = await setUp();
    const id = await open('wanted');
    const wanted = { title: 'Ring coat', brand: 'Kapital', size: '3' };
    await change('PUT', `/api/wtb-listings/${wantedId}`, { ...wanted, maxPrice: '900' });
    await change('PUT', `/api/wtb-listings/${wantedId}`, { ...wanted, maxPrice: '950.50' });
    await change('PUT', `/api/wtb-listings/${wantedId}/fulfill`);
    await change('DELETE', `/api/wtb-listings/${wantedId}`);
    expect(await eventsOf(id)).toEqual([
      { kind: 'budget', from: '900.00', to: '950.50' },
      { kind: 'found' },
      { kind: 'removed' },
    ]);
  });

  test('are limited to the latest ones', async () => {
    const { db, open, events, listingId } = await setUp();
    const id = await open('listing');
    await db.transact(async (tx) => {
      for (let cents = 1; cents <= ITEM_EVENTS_MAX + 5; cents += 1) {
        await recordItemEvent(tx, { listingId }, { kind: 'price', fromCents: 0, toCents: cents });
      }
    });
    const latest = await events(id);
    expect(latest).toHaveLength(ITEM_EVENTS_MAX);
    expect(latest.at(-1)?.to).toBe('1.05');
  });

  test('are visible to participants only', async () => {
    const { join, open, events, change, listingId } = await setUp();
    const id = await open('listing');
    await change('PATCH', `/api/listings/${listingId}/sold`);
    await expect(events(id, await join('stranger'))).rejects.toMatchObject({ code: 'not_found' });
  });
});
