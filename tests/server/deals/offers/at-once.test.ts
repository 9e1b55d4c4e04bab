import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import { afterEach, describe, expect, test } from 'vitest';
import { type Client, next } from '../../../support/clients/socket.ts';
import { createRandom, seedOfRun } from '../../../support/data/random.ts';
import { answer, type Buyer, offer, openHaggling, PRICE } from '../../../support/people/haggle.ts';
import { bothEngines } from '../../../support/servers/database.ts';

import { startWorld, type World } from '../../../support/world.ts';

const MEMBERS = 20;
const seed = seedOfRun();

describe.each(bothEngines())('many members at once (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  test(`${MEMBERS} members reach exactly one outcome (seed ${seed})`, async () => {
    const random = createRandom(seed);
    server = await startWorld({ engine, features: ['offers', 'holds'] });
    const names = Array.from({ length: MEMBERS - 1 }, (_, i) => `buyer${i}`);
    const { seller, listing, buyers } = await openHaggling(server, names);
    const made = await Promise.all(
      buyers.map(async (buyer, i) => ({ buyer, of: await offer(buyer, buyer.conversationId, `${200 + i}`) })),
    );
    const sockets = await Promise.all(
      [seller, ...buyers].map(async (member) => {
        const socket = member.connect();
        await next(socket, 'unread');
        return socket;
      }),
    );
    const [selling] = sockets as [Client, ...Client[]];

    /** How often each kind of action succeeded. */
    const done = { accept: 0, decline: 0, withdraw: 0, sell: 0, hold: 0, price: 0 };
    const overRest = async (kind: keyof typeof done, request: Promise<Response>) => {
      const { status } = await request;
      expect([200, 403, 404, 409, 503]).toContain(status);
      if (status === 200) done[kind] += 1;
    };
    const overSocket = async (socket: Client, offerId: string, verb: OfferAnswer) => {
      const ack = await socket.emitWithAck('offer:answer', { offerId, answer: verb, listingPrice: PRICE });
      if (ack.ok) done[verb] += 1;
      // On a busy machine, the database may refuse.
      else expect(['conflict', 'forbidden', 'unavailable']).toContain(ack.error.code);
    };
    const at = `/api/listings/${listing.id}`;
    const actions = made.flatMap(({ buyer, of: { offer: stored } }, i) => {
      const id = stored?.id ?? '';
      const mine = sockets[i + 1] as Client;
      return [
        () => overSocket(selling, id, 'accept'),
        () =>
          i % 2 === 0
            ? overSocket(mine, id, 'withdraw')
            : overRest('withdraw', answer(buyer, id, 'withdraw')),
        ...(i % 3 === 0 ? [() => overRest('decline', answer(seller, id, 'decline'))] : []),
        ...(i % 5 === 0
          ? [
              () =>
                overRest(
                  'hold',
                  seller.request('POST', `${at}/hold`, { conversationId: buyer.conversationId, hours: 24 }),
                ),
            ]
          : []),
      ];
    });
    actions.push(
      () => overRest('sell', seller.request('PATCH', `${at}/sold`)),
      () => overRest('sell', seller.request('PATCH', `${at}/sold`)),
      () => overRest('price', seller.request('PATCH', `${at}/price`, { price: '350' })),
    );
    const shuffled = actions.map((run) => ({ run, at: random.next() })).toSorted((a, b) => a.at - b.at);
    await Promise.all(shuffled.map(({ run }) => run()));
    for (const socket of sockets) socket.disconnect();
    await expectOneOutcome(buyers, done);
  }, 180_000);

  async function expectOneOutcome(
    buyers: readonly Buyer[],
    done: Record<'accept' | 'decline' | 'withdraw' | 'sell' | 'hold', number>,
  ) {
    const { offers, contents, row } = await server.db.read(async ({ q, t }) => ({
      offers: await q.select().from(t.offers),
      contents: (await q.select({ content: t.messages.content }).from(t.messages)).map((one) => one.content),
      row: (await q.select().from(t.listings))[0],
    }));
    const count = (state: string) => offers.filter((one) => one.state === state).length;
    const said = (word: string) => contents.filter((content) => content.startsWith(word)).length;
    // The seller accepts one at most, since it puts the listing on hold; nothing is answered twice or contradicts.
    expect(done.accept).toBeLessThanOrEqual(1);
    expect([count('accepted'), said('Accepted')]).toEqual([done.accept, done.accept]);
    expect([count('declined'), said('Declined')]).toEqual([done.decline, done.decline]);
    expect([count('withdrawn'), said('Withdrew')]).toEqual([done.withdraw, done.withdraw]);
    expect(done.sell).toBe(1);
    expect(row).toMatchObject({ isSold: true, holdConversationId: null, holdUntil: null });
    // The listing is sold in the end, so no offer is still open.
    expect(count('void')).toBe(buyers.length - done.accept - done.decline - done.withdraw);
  }
});
