import { afterEach, expect, test, vi } from 'vitest';
import { announceVouches } from '../../../../server/src/deals/vouches/announce-vouches.ts';
import { addDeal, addVouch } from '../../../support/people/deals.ts';
import { openNotified } from '../../../support/people/notified.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

describeOnBothEngines('a vouch that has become public', ({ engine }) => {
  afterEach(() => void vi.useRealTimers());

  async function open() {
    const notified = await openNotified({ engine });
    const { world } = notified;
    const { ctx } = world.product;
    const [buyer, seller] = [await world.join('odile'), await world.join('marlow')];
    return {
      ...{ ...notified, buyer, seller },
      announce: (now?: Date) => announceVouches(ctx, now),
      async receive(releasesAt = new Date()) {
        const dealId = await addDeal(world.db, { buyerId: buyer.id, sellerId: seller.id });
        const about = { dealId, writerId: buyer.id, subjectId: seller.id };
        return addVouch(world.db, { ...about, rating: 'bad', releasesAt });
      },
    };
  }

  test('is announced to its subject once, without its content', async () => {
    const { world, seller, subscribe, receive, announce, deliver, peer, mailed } = await open();
    await subscribe(seller, '/phone');
    await receive(new Date(Date.now() + 20_000));
    await announce();
    await deliver();
    expect([peer.received, await mailed()]).toEqual([[], []]);
    await Promise.all([1, 2, 3].map(() => announce(new Date(Date.now() + 30_000))));
    await deliver(200_000);
    await expect
      .poll(() => peer.received)
      .toMatchObject([{ push: { path: '/profile/marlow', title: 'New vouch from odile' } }]);
    expect(await mailed()).toEqual(['marlow@example.com: New vouch from odile']);
    expect(JSON.stringify([peer.received, await world.mails()])).not.toMatch(/Packed with care|\bbad\b/i);
  });

  test('notifies its writer of the answer', async () => {
    const { answer, list, buyer, seller, receive } = await open();
    const id = await receive();
    await answer(seller, 'POST', `/api/vouches/${id}/answer`, { text: 'Thanks' });
    expect(await list(buyer)).toMatchObject([
      { kind: 'vouch-answered', text: 'marlow answered your vouch', path: '/profile/marlow' },
    ]);
  });
});
