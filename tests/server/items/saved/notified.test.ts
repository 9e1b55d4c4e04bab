import { randomUUID } from 'node:crypto';
import type { NewNotice } from '@selvedge/shared/notifications/updates';
import { expect, test } from 'vitest';
import { savedQueueOf } from '../../../../server/src/items/saved/notify-savers.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { openTab, settle } from '../../../support/clients/socket.ts';
import { insertRows, readRows } from '../../../support/data/rows.ts';
import { addListing } from '../../../support/people/market.ts';
import { openNotified } from '../../../support/people/notified.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const HOUR = 3_600_000;
const TITLE = 'Type II trucker, sashiko lining';

/** Lets the jobs that are due end. */
const worked = ({ product }: Pick<World, 'product'>) => savedQueueOf(product.ctx).kick();

describeOnBothEngines('a member who saved a listing', ({ engine }) => {
  async function open() {
    const notified = await openNotified({ engine });
    const { world, answer, subscribe } = notified;
    const [seller, buyer, rival] = [
      await world.join('seller'),
      await world.join('buyer'),
      await world.join('rival'),
    ];
    const listingId = await addListing(world.db, seller.id);
    const at = `/api/listings/${listingId}`;
    await answer(buyer, 'PUT', `${at}/saved`);
    const change = async (method: string, path: string, json?: unknown, as: Actor = seller) => {
      await answer(as, method, at + path, json);
      await worked(world);
    };
    const conversation = async () => {
      const about = { sellerId: seller.id, listingId, isWTB: false };
      const { id } = await answer<{ id: string }>(rival, 'POST', '/api/conversations', about);
      const text = { conversationId: id, type: 'text', content: 'Hello' };
      await answer(rival, 'POST', '/api/messages', text);
      return id;
    };
    return {
      ...{ ...notified, at, seller, buyer, rival, listingId, change, conversation },
      readAll: async () => {
        const ids = (await notified.list(buyer)).map(({ id }) => id);
        await notified.read(buyer, ids);
      },
      price: (price: string) => change('PATCH', '/price', { price }),
      texts: async (as = buyer) =>
        (await notified.list(as)).filter(({ kind }) => kind === 'saved-item').map(({ text }) => text),
      pushes: () => subscribe(buyer),
    };
  }

  test('is notified of a price drop of five percent', async () => {
    const { price, texts } = await open();
    await price('346.76');
    expect(await texts()).toEqual([]);
    await price('346.75');
    expect(await texts()).toEqual([`Price drop: ${TITLE}, now $346.75`]);
  });

  test('reads the price of each drop', async () => {
    const { price, readAll, texts } = await open();
    await price('300');
    await readAll();
    for (const amount of ['250', '900']) await price(amount);
    expect(await texts()).toEqual([`Price drop: ${TITLE}, now $250`, `Price drop: ${TITLE}, now $300`]);
  });

  test('gets no mail of a drop that is over', async () => {
    const { deliver, mailed, price } = await open();
    await price('300');
    await price('900');
    await deliver(HOUR);
    expect(await mailed()).toEqual([]);
  });

  test('is notified once of a price that swings', async () => {
    const { price, texts } = await open();
    for (const amount of ['300', '400', '300', '290']) await price(amount);
    expect(await texts()).toEqual([`Price drop: ${TITLE}, now $300`]);
    await price('285');
    expect(await texts()).toEqual([`Price drop: ${TITLE}, now $285`]);
  });

  test('is notified of any price drop when chosen', async () => {
    const { answer, buyer, price, texts } = await open();
    await answer(buyer, 'PUT', '/api/saved/settings', { isAnyDrop: true });
    expect(await answer(buyer, 'GET', '/api/saved/settings')).toEqual({ isAnyDrop: true });
    await price('364.99');
    expect(await texts()).toEqual([`Price drop: ${TITLE}, now $364.99`]);
    await price('370');
    expect(await texts()).toHaveLength(1);
  });

  test('is notified of a sale', async () => {
    const { change, texts } = await open();
    await change('PATCH', '/sold');
    expect(await texts()).toEqual([`Sold: ${TITLE}`]);
  });

  test('is notified when it is back on sale', async () => {
    const { change, readAll, texts } = await open();
    await change('PATCH', '/sold');
    await readAll();
    await change('DELETE', '/sold');
    expect(await texts()).toEqual([`Back on sale: ${TITLE}`, `Sold: ${TITLE}`]);
  });

  test('has one unread line for a sale undone repeatedly', async () => {
    const { buyer, change, texts, unread, world } = await open();
    const tab = await openTab(world, buyer, 'notice:new');
    for (const method of ['PATCH', 'DELETE', 'PATCH', 'DELETE']) await change(method, '/sold');
    expect([await texts(), await unread(buyer)]).toEqual([[`Back on sale: ${TITLE}`], 1]);
    await settle(world, tab.client);
    const ids = tab.received.map((event) => (event as NewNotice).id);
    expect(new Set(ids).size).toBe(1);
    expect(tab.received.map((event) => (event as NewNotice).isReplacement)).toEqual([
      undefined,
      true,
      true,
      true,
    ]);
  });

  test('is notified once of the price they named', async () => {
    const { answer, at, buyer, price, readAll, texts } = await open();
    await answer(buyer, 'PATCH', `${at}/saved`, { targetPrice: '350' });
    expect(await answer(buyer, 'GET', '/api/saved')).toMatchObject([{ targetPrice: '350.00' }]);
    await price('351');
    expect(await texts()).toEqual([]);
    await price('350');
    expect(await texts()).toEqual([`At your price: ${TITLE}, now $350`]);
    await readAll();
    for (const amount of ['360', '349']) await price(amount);
    expect(await texts()).toHaveLength(1);
  });

  test('may name a price again after a rise', async () => {
    const { answer, at, buyer, price, texts } = await open();
    await price('300');
    await price('360');
    await answer(buyer, 'PATCH', `${at}/saved`, { targetPrice: '345' });
    await price('345');
    expect(await texts()).toEqual([`At your price: ${TITLE}, now $345`]);
  });

  test('hears of no price that they took back', async () => {
    const { answer, at, buyer, price, texts } = await open();
    await answer(buyer, 'PATCH', `${at}/saved`, { targetPrice: '350' });
    await answer(buyer, 'PATCH', `${at}/saved`, { targetPrice: null });
    await price('350');
    expect(await texts()).toEqual([]);
  });

  test('names a price below the current one', async () => {
    const { at, buyer, rival, world } = await open();
    const patch = async (as: Actor, targetPrice: unknown) => {
      const response = await world.call('PATCH', `${at}/saved`, { as, json: { targetPrice } });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    expect(await patch(buyer, '365')).toEqual([409, 'Choose a price below the current one.']);
    expect(await patch(buyer, '-1')).toEqual([400, 'Price must be a positive number']);
    expect(await patch(rival, '300')).toEqual([404, 'You have not saved this item.']);
  });

  test('is notified once although they wait in its line', async () => {
    const { answer, at, buyer, change, conversation, list } = await open();
    await change('POST', '/hold', { conversationId: await conversation(), hours: 24 });
    await answer(buyer, 'PUT', `${at}/line`);
    await change('DELETE', '/hold');
    expect((await list(buyer)).map(({ kind }) => kind)).toEqual(['listing-freed']);
  });

  test('is notified when a hold ends', async () => {
    const { change, conversation, price, texts } = await open();
    await change('POST', '/hold', { conversationId: await conversation(), hours: 24 });
    expect(await texts()).toEqual([]);
    await change('DELETE', '/hold');
    expect(await texts()).toEqual([`Available again: ${TITLE}`]);
    await price('360');
    expect(await texts()).toHaveLength(1);
  });

  test('is notified of a drop during a hold when it ends', async () => {
    const { change, conversation, price, texts } = await open();
    await change('POST', '/hold', { conversationId: await conversation(), hours: 24 });
    await price('300');
    expect(await texts()).toEqual([]);
    await change('DELETE', '/hold');
    expect(await texts()).toEqual([`Price drop: ${TITLE}, now $300`]);
  });

  test.each(['buyer', 'seller'] as const)('is silenced by a block of the %s', async (blocker) => {
    const { answer, buyer, seller, price, texts } = await open();
    const [one, other] = blocker === 'buyer' ? [buyer, seller] : [seller, buyer];
    await answer(one, 'PUT', `/api/blocks/${other.id}`);
    await price('300');
    await answer(one, 'DELETE', `/api/blocks/${other.id}`);
    await price('299');
    expect(await texts()).toEqual([]);
  });

  test('hears nothing of what changed while switched off', async () => {
    const { world, price, texts } = await open();
    await world.set({ features: { saved: false } });
    await price('300');
    await world.set({ features: { saved: true } });
    await price('299');
    expect(await texts()).toEqual([]);
  });

  test('hears nothing after removing it', async () => {
    const { answer, buyer, listingId, price, texts } = await open();
    await answer(buyer, 'DELETE', `/api/listings/${listingId}/saved`);
    await price('300');
    expect(await texts()).toEqual([]);
  });

  test('gets one push a day', async () => {
    const { change, deliver, peer, price, pushes, world } = await open();
    const titles = () => peer.received.map(({ push }) => (push as { title: string }).title);
    await pushes();
    await price('300');
    await expect.poll(titles).toEqual([`Price drop: ${TITLE}, now $300`]);
    await change('PATCH', '/sold');
    await deliver();
    const notifiedAt = new Date(Date.now() - 25 * HOUR);
    await world.db.transact((tx) =>
      tx.q.update(tx.t.savedItems).set({ notifiedAt }).returning({ id: tx.t.savedItems.id }),
    );
    await change('DELETE', '/sold');
    await expect.poll(titles).toContain(`Back on sale: ${TITLE}`);
    expect(titles()).toEqual([`Price drop: ${TITLE}, now $300`, `Back on sale: ${TITLE}`]);
  });

  test('gets one mail a day', async () => {
    const { change, deliver, mailed, price } = await open();
    await price('300');
    await deliver(3 * 60_000);
    expect(await mailed()).toEqual([`buyer@example.com: Price drop: ${TITLE}, now $300`]);
    await change('PATCH', '/sold');
    await deliver(5 * HOUR);
    expect(await mailed()).toHaveLength(1);
    await deliver(25 * HOUR);
    expect(await mailed()).toHaveLength(2);
  });

  /** A listing with many savers. */
  async function crowd(count: number) {
    const world = await startWorld({
      engine,
      times: { updates: { away: HOUR, pause: HOUR, interval: HOUR } },
    });
    const seller = await world.join('seller');
    const listingId = await addListing(world.db, seller.id);
    const at = new Date();
    const people = Array.from({ length: count }, (_, i) => ({
      ...{ id: randomUUID(), username: `saver${i}`, usernameKey: `saver${i}` },
      ...{ createdAt: at, updatedAt: at },
    }));
    const saved = people.map(({ id }) => ({
      ...{ id: randomUUID(), memberId: id, listingId, savedAt: at },
      ...{ savedPriceCents: 36_500, knownPriceCents: 36_500, knownState: 'available' as const },
    }));
    for (let from = 0; from < count; from += 500) {
      await insertRows(world.db, 'users', people.slice(from, from + 500));
      await insertRows(world.db, 'savedItems', saved.slice(from, from + 500));
    }
    const discount = async () => {
      const response = await world.call('PATCH', `/api/listings/${listingId}/price`, {
        as: seller,
        json: { price: '300' },
      });
      expect(response.status).toBe(200);
    };
    const recipients = async () => (await readRows(world.db, 'notices')).map(({ userId }) => userId);
    /** Expects one notice for each of them. */
    const expectEach = async () => {
      const all = await recipients();
      expect([all.length, new Set(all).size]).toEqual([count, count]);
    };
    return { world, discount, recipients, expectEach };
  }

  test('is one of 5,000 notified', async () => {
    const { world, discount, expectEach } = await crowd(5_000);
    await discount();
    await worked(world);
    await expectEach();
    await world.close();
  });

  test('is notified once by nodes that end midway', async () => {
    const { world, discount, recipients, expectEach } = await crowd(3_000);
    await discount();
    await expect.poll(async () => (await recipients()).length).toBeGreaterThan(0);
    await savedQueueOf(world.product.ctx).close();
    expect((await recipients()).length).toBeLessThan(3_000);
    const nodes = await Promise.all([1, 2].map(() => startWorld({ engine, env: world.env })));
    await Promise.all(nodes.map(worked));
    await expectEach();
    expect(await readRows(world.db, 'itemJobs')).toEqual([]);
    for (const node of [...nodes, world]) await node.close();
  });
});
