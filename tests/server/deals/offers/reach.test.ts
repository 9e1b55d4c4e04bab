import { randomUUID } from 'node:crypto';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Feature } from '@selvedge/shared/instance/instance-settings';
import type { Ack, EventPayload } from '@selvedge/shared/platform/realtime';
import { afterEach, describe, expect, test } from 'vitest';
import { type Client, next } from '../../../support/clients/socket.ts';
import {
  answer,
  conversationOf,
  messagesOf,
  offer,
  offerBody,
  openHaggling,
  PRICE,
  statesIn,
} from '../../../support/people/haggle.ts';
import { engines } from '../../../support/servers/database.ts';
import { settingsWith } from '../../../support/servers/features.ts';
import { startWorld, type World } from '../../../support/world.ts';

/** Resolves with the new state of an offer whose message changes. */
const changeOf = (socket: Client, messageId: string) =>
  new Promise((resolve) => {
    socket.on('message:changed', ({ message }) => {
      if (message.id === messageId) resolve(message.offer?.state);
    });
  });

describe.each(engines())('offers over REST and sockets (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  async function open(features: readonly Feature[] = ['offers', 'holds']) {
    server = await startWorld({ engine, features });
    return openHaggling(server, ['juniper', 'rowan']);
  }

  test('are seen live by both members at each step', async () => {
    const { seller, buyers, readListing } = await open();
    const [juniper] = buyers;
    const { conversationId } = juniper;
    const [selling, buying] = [seller.connect(), juniper.connect()];
    await Promise.all([next(selling, 'unread'), next(buying, 'unread')]);
    const received = next<EventPayload<'message:new'>>(selling, 'message:new');
    const made: Ack<{ message: Message }> = await buying.emitWithAck('offer:make', {
      ...offerBody('300'),
      conversationId,
    });
    if (!made.ok) throw new Error(made.error.message);
    expect(made.message).toMatchObject({
      content: 'Offered $300, open for 48 hours.',
      offer: { amount: '300.00', state: 'open', by: juniper.id, listingPrice: PRICE },
    });
    expect((await received).message).toEqual(made.message);

    const countered = changeOf(buying, made.message.id);
    const counter = await offer(seller, conversationId, '340');
    expect(counter.content).toBe('Countered with $340, open for 48 hours.');
    expect(await countered).toBe('countered');

    const accepted = changeOf(selling, counter.id);
    const acceptance = await buying.emitWithAck('offer:answer', {
      offerId: counter.offer?.id ?? '',
      answer: 'accept',
      listingPrice: PRICE,
    });
    expect(acceptance).toMatchObject({ ok: true, message: { id: counter.id, offer: { state: 'accepted' } } });
    expect(await accepted).toBe('accepted');
    expect((await messagesOf(seller, conversationId)).at(-1)?.content).toBe('Accepted the offer of $340.');
    expect(await readListing()).toMatchObject({ isOnHold: true });
    expect((await conversationOf(juniper, conversationId)).listing?.hold).toBeDefined();
    for (const socket of [selling, buying]) socket.disconnect();
  });

  test('repeated after a lost ack are stored once', async () => {
    const { seller, buyers } = await open();
    const [juniper] = buyers;
    const path = `/api/conversations/${juniper.conversationId}/offers`;
    const body = offerBody('300');
    const made = await Promise.all([1, 2, 3].map(() => juniper.call<Message>('POST', path, body)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const socket = juniper.connect();
    await next(socket, 'unread');
    const again = await socket.emitWithAck('offer:make', { ...body, conversationId: juniper.conversationId });
    expect(again).toMatchObject({ ok: true, message: { id: made[0]?.id } });
    socket.disconnect();
    const id = made[0]?.offer?.id;
    const answers = await Promise.all([1, 2, 3].map(() => answer(seller, id, 'decline')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await messagesOf(seller, juniper.conversationId)).map(({ content }) => content)).toEqual([
      'Hello',
      'Offered $300, open for 48 hours.',
      'Declined the offer of $300.',
    ]);
  });

  test('refuse a price that has moved', async () => {
    const { seller, buyers } = await open();
    const [juniper, rowan] = buyers;
    const path = `/api/conversations/${juniper.conversationId}/offers`;
    const refusal = async (response: Promise<Response>) => {
      const { status, ...body } = await response.then(async (got) => ({
        status: got.status,
        ...((await got.json()) as { message: string }),
      }));
      return `${status} ${body.message}`;
    };
    const post = (body: object) => refusal(juniper.request('POST', path, body));
    expect(await post(offerBody('366'))).toBe('400 You can offer up to $365.');
    expect(await post(offerBody('300', { listingPrice: '400' }))).toBe(
      '409 The price has changed to $365. Look again.',
    );
    expect(await post(offerBody('300', { listingPrice: undefined }))).toBe(
      '400 Provide the price that you see',
    );
    expect(await post(offerBody('-1'))).toBe('400 Enter an amount like 52 or 52.50');
    expect(await post(offerBody('0'))).toBe('400 Enter an amount like 52 or 52.50');
    expect(await refusal(rowan.request('POST', path, offerBody('300')))).toBe('404 Conversation not found');
    const made = await offer(juniper, juniper.conversationId, '300');
    expect(await refusal(answer(rowan, made.offer?.id, 'accept'))).toBe('404 Conversation not found');
    expect(await refusal(answer(juniper, made.offer?.id, 'accept'))).toBe('403 This is your own offer.');
    await seller.call(
      'PATCH',
      `/api/listings/${(await conversationOf(seller, juniper.conversationId)).listingId}/price`,
      {
        price: '320',
      },
    );
    expect(await refusal(answer(seller, made.offer?.id, 'accept'))).toBe(
      '409 The price has changed to $320. Look again.',
    );
    expect(await statesIn(seller, juniper.conversationId)).toEqual(['void']);
  });

  test('cannot be edited', async () => {
    const { seller, buyers } = await open();
    const [juniper, rowan] = buyers;
    const first = await offer(juniper, juniper.conversationId, '300');
    const at = `/api/messages/${first.id}`;
    expect(await (await juniper.request('PATCH', at, { content: 'Offered $1.' })).json()).toMatchObject({
      code: 'conflict',
      message: 'An offer cannot be edited. Make a new one instead.',
    });
    const unsent = await juniper.call<Message>('DELETE', at);
    expect(unsent).toMatchObject({ isUnsent: true, content: '' });
    expect(unsent).not.toHaveProperty('offer');
    expect((await answer(seller, first.offer?.id, 'accept')).status).toBe(409);
    const stored = await server.db.read(({ q, t }) => q.select({ state: t.offers.state }).from(t.offers));
    expect(stored).toEqual([{ state: 'withdrawn' }]);

    const second = await offer(rowan, rowan.conversationId, '310');
    expect((await answer(seller, second.offer?.id, 'accept')).status).toBe(200);
    const refused = await rowan.request('DELETE', `/api/messages/${second.id}`);
    expect(await refused.json()).toMatchObject({
      code: 'conflict',
      message: 'This offer is no longer open, so it cannot be unsent.',
    });
    expect(await statesIn(seller, rowan.conversationId)).toEqual(['accepted']);
  });

  test("for a WTB come from the item's owner", async () => {
    const { seller, buyers } = await open();
    const [juniper] = buyers;
    const wanted = await juniper.call<{ id: string }>('POST', '/api/wtb-listings', {
      ...{ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' },
    });
    const about = { sellerId: juniper.id, wtbListingId: wanted.id, isWTB: true };
    const { id } = await seller.call<{ id: string }>('POST', '/api/conversations', about);
    await seller.call('POST', '/api/messages', { conversationId: id, type: 'text', content: 'I have one' });
    const path = `/api/conversations/${id}/offers`;
    const body = { clientId: randomUUID(), amount: '950' };
    expect(await (await juniper.request('POST', path, body)).json()).toMatchObject({
      message: 'There is no open offer to counter.',
    });
    const made = await seller.call<Message>('POST', path, body);
    expect(made.offer).toMatchObject({ amount: '950.00', listingPrice: null, by: seller.id });
    expect((await juniper.request('POST', `/api/offers/${made.offer?.id}/accept`)).status).toBe(200);
    expect(await statesIn(seller, id)).toEqual(['accepted']);
    const again = await seller.call<Message>('POST', path, { clientId: randomUUID(), amount: '900' });
    expect((await juniper.request('DELETE', `/api/wtb-listings/${wanted.id}`)).status).toBe(204);
    expect(again.offer?.state).toBe('open');
    expect(await statesIn(seller, id)).toEqual(['accepted', 'void']);
  });

  test('are not found while the feature is off', async () => {
    const { seller, buyers, listing, readListing } = await open([]);
    const [juniper] = buyers;
    const { conversationId } = juniper;
    const socket = juniper.connect();
    await next(socket, 'unread');
    const make = () => socket.emitWithAck('offer:make', { ...offerBody('300'), conversationId });
    expect(await make()).toMatchObject({ ok: false, error: { code: 'not_found', feature: 'offers' } });
    const calls = [
      ['POST', `/api/conversations/${conversationId}/offers`],
      ['POST', `/api/offers/${randomUUID()}/accept`],
      ['POST', `/api/listings/${listing.id}/hold`],
      ['GET', `/api/listings/${listing.id}/line`],
    ] as const;
    for (const [method, path] of calls) {
      expect(await (await juniper.request(method, path)).json()).toMatchObject({
        code: 'not_found',
        message: 'This has been switched off here.',
      });
    }
    await server.set({ features: settingsWith('offers').features });
    expect(await make()).toMatchObject({ ok: true });
    const made = (await messagesOf(juniper, conversationId)).find((message) => message.offer);
    expect((await answer(seller, made?.offer?.id, 'accept')).status).toBe(200);
    expect(await readListing()).not.toHaveProperty('isOnHold');
    socket.disconnect();
  });
});
