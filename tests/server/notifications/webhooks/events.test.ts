import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { addDeal } from '../../../support/people/deals.ts';
import { type Hooked, openHooked } from '../../../support/people/hooked.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { openSearcher } from '../../../support/people/searcher.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

describeOnBothEngines('webhooks', ({ engine }) => {
  const open = async () => {
    const hooked = await openHooked({ engine });
    const [seller, buyer] = [await hooked.world.join('marlow'), await hooked.world.join('odile')];
    return { ...hooked, seller, buyer };
  };
  const talk = async ({ answer }: Hooked, buyer: Actor, seller: Actor, listingId: string) => {
    const about = { sellerId: seller.id, listingId, isWTB: false };
    const { id } = await answer<{ id: string }>(buyer, 'POST', '/api/conversations', about);
    return id;
  };
  const send = ({ answer }: Hooked, as: Actor, conversationId: string, content: string) => {
    const message = { conversationId, content, type: 'text', clientId: randomUUID() };
    return answer<{ id: string }>(as, 'POST', '/api/messages', message);
  };

  test('a listing sends events from creation to removal', async () => {
    const { seller, hook, list, answer, told } = await open();
    const { secret: _, ...webhook } = await hook(seller, '/own');
    expect(webhook).toMatchObject({ isOn: true, isInstance: false, offReason: null });
    const id = await list(seller);
    const steps: [type: string, method: string, path: string, json?: unknown][] = [
      ['listing.price_dropped', 'PATCH', '/discount', { newPrice: '300' }],
      ['listing.updated', 'PATCH', '/price', { price: '310' }],
      ['listing.price_dropped', 'PATCH', '/price', { price: '305' }],
      ['listing.sold', 'PATCH', '/sold'],
      ['listing.removed', 'DELETE', ''],
    ];
    for (const [i, [type, method, path, json]] of steps.entries()) {
      await answer(seller, method, `/api/listings/${id}${path}`, json);
      expect((await told('/own', i + 2)).at(-1)?.type).toBe(type);
    }
    expect((await told('/own', 6)).at(-1)?.data).toEqual({ id });
  });

  test('an event carries what the REST contract answers', async () => {
    const { seller, hook, list, answer, told, peer } = await open();
    const { secret } = await hook(seller, '/own');
    const id = await list(seller);
    const [event] = await told('/own', 1);
    if (!event) throw new Error('nothing was told');
    expect(event.type).toBe('listing.created');
    expect(await answer(seller, 'GET', `/api/listings/${id}`)).toMatchObject(event.data);
    expect(peer.isSigned(event, secret)).toBe(true);
    expect(Object.keys(JSON.parse(event.body))).toEqual(['type', 'timestamp', 'data']);
  });

  test('a message sends an event to its recipient only', async () => {
    const hooked = await open();
    const { seller, buyer, hook, list, told, peer } = hooked;
    await hook(seller, '/seller', ['message.received', 'offer.made', 'offer.answered']);
    await hook(buyer, '/buyer', ['message.received', 'offer.made', 'offer.answered']);
    const id = await talk(hooked, buyer, seller, await list(seller));
    for (let i = 0; i < 5; i += 1) await send(hooked, buyer, id, `Is it raw? ${i}`);
    const events = await told('/seller', 5);
    expect(events.map(({ data }) => data.content)).toEqual([0, 1, 2, 3, 4].map((i) => `Is it raw? ${i}`));
    const offer = { amount: '310', listingPrice: '365.00', clientId: randomUUID() };
    const made = await hooked.answer<{ offer: { id: string } }>(
      buyer,
      'POST',
      `/api/conversations/${id}/offers`,
      offer,
    );
    const [told6, told7] = (await told('/seller', 7)).slice(5);
    expect([told6?.type, told7?.type]).toEqual(['message.received', 'offer.made']);
    expect(told7?.data.offer).toMatchObject({ amount: '310.00', state: 'open' });
    await hooked.answer(seller, 'POST', `/api/offers/${made.offer.id}/accept`, { listingPrice: '365.00' });
    expect((await told('/buyer', 2)).map(({ type }) => type).slice(0, 2)).toEqual([
      'message.received',
      'offer.answered',
    ]);
    expect(peer.typesAt('/seller')).toHaveLength(7);
  });

  test('a message by socket sends an event', async () => {
    const hooked = await open();
    const { seller, buyer, hook, list, told, world } = hooked;
    const id = await talk(hooked, buyer, seller, await list(seller));
    await send(hooked, buyer, id, 'Before');
    await hook(seller, '/seller', ['message.received']);
    const socket = await world.connect(buyer);
    for (let i = 0; i < 20; i += 1) {
      const message = {
        conversationId: id,
        content: `Live ${i}`,
        type: 'text' as const,
        clientId: randomUUID(),
      };
      await socket.emitWithAck('message:send', message);
    }
    const events = await told('/seller', 20);
    expect(events.map(({ data }) => data.content)).toEqual(Array.from({ length: 20 }, (_, i) => `Live ${i}`));
  });

  test('a webhook of the instance gets public items', async () => {
    const { seller, buyer, hookInstance, list, answer, told, world, peer } = await open();
    const admin = await world.appoint(await world.join('admin'));
    await hookInstance(admin, '/all');
    const id = await list(seller);
    const wanted = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const { id: wantedId } = await answer<{ id: string }>(buyer, 'POST', '/api/wtb-listings', wanted);
    await told('/all', 2);
    await answer(buyer, 'PUT', `/api/wtb-listings/${wantedId}/fulfill`);
    await told('/all', 3);
    await world.db.transact((tx) => world.product.identity.suspend(tx, seller.id, null));
    const events = await told('/all', 4);
    expect(events.map(({ type }) => type)).toEqual([
      'listing.created',
      'wtb.created',
      'wtb.found',
      'listing.removed',
    ]);
    expect(events[3]?.data).toEqual({ id });
    expect(peer.received).toHaveLength(4);
  });

  test('a hold sends an event', async () => {
    const hooked = await open();
    const { seller, buyer, hook, list, answer, told } = hooked;
    await hook(seller, '/own', ['listing.held']);
    const id = await list(seller);
    const conversationId = await talk(hooked, buyer, seller, id);
    await send(hooked, buyer, conversationId, 'Hold it for me?');
    await answer(seller, 'POST', `/api/listings/${id}/hold`, { conversationId, hours: 24 });
    expect((await told('/own', 1))[0]).toMatchObject({ type: 'listing.held', data: { id, isOnHold: true } });
  });

  test('a change of a WTB sends an event', async () => {
    const { buyer, hook, answer, told } = await open();
    await hook(buyer, '/own', ['wtb.updated', 'wtb.removed']);
    const form = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const { id } = await answer<{ id: string }>(buyer, 'POST', '/api/wtb-listings', form);
    await answer(buyer, 'PUT', `/api/wtb-listings/${id}`, { ...form, maxPrice: '800' });
    expect((await told('/own', 1))[0]).toMatchObject({ type: 'wtb.updated', data: { maxPrice: '800.00' } });
    await answer(buyer, 'DELETE', `/api/wtb-listings/${id}`);
    expect((await told('/own', 2))[1]).toMatchObject({ type: 'wtb.removed', data: { id } });
  });

  test('a confirmed deal sends an event to both members', async () => {
    const hooked = await open();
    const { seller, buyer, hook, list, answer, told, world } = hooked;
    for (const member of [seller, buyer]) await hook(member, `/${member.username}`, ['deal.confirmed']);
    const conversationId = await talk(hooked, buyer, seller, await list(seller));
    await send(hooked, buyer, conversationId, 'I take it');
    const dealId = await addDeal(world.db, {
      ...{ buyerId: buyer.id, sellerId: seller.id, state: 'proposed', madeAt: null, conversationId },
    });
    await answer(buyer, 'POST', `/api/deals/${dealId}/answer`, { isYes: true });
    for (const member of [seller, buyer])
      expect((await told(`/${member.username}`, 1))[0]).toMatchObject({
        ...{ type: 'deal.confirmed', data: { id: dealId } },
      });
  });

  test("a saved search's match sends its owner an event", async () => {
    const { seller, buyer, hook, list, world, told, peer } = await open();
    for (const member of [seller, buyer]) await hook(member, `/${member.username}`, ['search.matched']);
    const { id } = await openSearcher(world).save(buyer, 'brand=kapital');
    const listingId = await list(seller);
    expect((await told('/odile', 1))[0]).toMatchObject({
      ...{ type: 'search.matched', data: { search: { id }, listing: { id: listingId } } },
    });
    expect(peer.typesAt('/marlow')).toEqual([]);
  });

  test('an unsent message sends no event', async () => {
    const hooked = await open();
    const { seller, buyer, hook, list, peer, deliveries, delivery, answer } = hooked;
    const conversationId = await talk(hooked, buyer, seller, await list(seller));
    await send(hooked, buyer, conversationId, 'First');
    peer.answers.set('/seller', 500);
    const { id } = await hook(seller, '/seller', ['message.received']);
    const secretly = await send(hooked, buyer, conversationId, 'My address is secret');
    await hooked.told('/seller', 1);
    await answer(buyer, 'DELETE', `/api/messages/${secretly.id}`);
    peer.answers.delete('/seller');
    await expect
      .poll(async () => (await deliveries(seller, id))[0]?.state, { timeout: 9_000 })
      .toBe('skipped');
    const [row] = await deliveries(seller, id);
    expect((await delivery(seller, id, row?.id ?? '')).body).toBeNull();
  });

  test('a suspended member gets no events', async () => {
    const { seller, buyer, hook, list, world, peer, told } = await open();
    await hook(seller, '/own', ['listing.created', 'listing.removed']);
    await list(seller);
    await told('/own', 1);
    await hook(buyer, '/buyer', ['listing.created']);
    await world.db.transact((tx) => world.product.identity.suspend(tx, seller.id, null));
    await list(buyer);
    await told('/buyer', 1);
    expect(peer.typesAt('/own')).toEqual(['listing.created']);
  });

  test("an operator's suspension sends the events of an admin's", async () => {
    const { world, seller, hookInstance, list, told, peer } = await open();
    await hookInstance(await world.appoint(await world.join('admin')), '/all');
    const id = await list(seller);
    await told('/all', 1);
    for (const [i, [word, type]] of [
      ['suspend', 'listing.removed'],
      ['restore', 'listing.updated'],
    ].entries()) {
      expect((await runOperator(['user', word as string, 'marlow'], world.env)).errors).toBe('');
      expect((await told('/all', i + 2)).at(-1)).toMatchObject({ type, data: { id } });
    }
    expect(peer.typesAt('/all')).toHaveLength(3);
  });
});
