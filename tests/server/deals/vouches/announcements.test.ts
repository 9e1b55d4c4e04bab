import { afterEach, expect, test, vi } from 'vitest';
import { announceVouches } from '../../../../server/src/deals/vouches/announce-vouches.ts';
import { createPostNotice } from '../../../../server/src/notifications/post-notice.ts';
import { addDeal, addVouch } from '../../../support/people/deals.ts';
import { startNotifiedConversation } from '../../../support/people/notified-conversation.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

describeOnBothEngines('a vouch that has become public', ({ openDb }) => {
  afterEach(() => void vi.useRealTimers());

  async function open() {
    const world = await startNotifiedConversation(await openDb());
    const { db, ctx, buyer, seller } = world;
    const postNotice = createPostNotice(ctx);
    return {
      ...world,
      announce: (now?: Date) => announceVouches(ctx, postNotice, now),
      async receive(releasesAt = new Date()) {
        const dealId = await addDeal(db, { buyerId: buyer.id, sellerId: seller.id });
        return addVouch(db, { dealId, writerId: buyer.id, subjectId: seller.id, rating: 'bad', releasesAt });
      },
    };
  }

  test('is announced to its subject once, without its content', async () => {
    const { seller, subscribe, connected, receive, announce, peer, mails } = await open();
    await subscribe(seller, '/phone');
    connected.add(seller.id);
    const id = await receive(new Date(Date.now() + 1_000));
    await announce();
    expect([peer.received, mails]).toEqual([[], []]);
    await Promise.all([1, 2, 3].map(() => announce(new Date(Date.now() + 2_000))));
    expect(peer.received).toMatchObject([
      {
        push: { path: '/profile/marlow', topic: id, title: 'odile', body: 'New vouch · Trucker' },
        topic: id.replaceAll('-', ''),
      },
    ]);
    expect(mails).toMatchObject([
      { subject: 'New vouch from odile', link: 'https://shop.example/profile/marlow' },
    ]);
    const [mail] = mails;
    expect(mail?.text).toContain('odile wrote a vouch about you. It is on your profile now.');
    expect(mail?.unsubscribe).toContain('/mail/unsubscribe/messages?token=');
    expect(JSON.stringify([peer.received, mails])).not.toMatch(/Packed with care|\bbad\b/i);
  });

  test('is not sent to members without message notifications', async () => {
    const { seller, subscribe, call, receive, announce, peer, mails } = await open();
    await subscribe(seller, '/phone');
    const off = { messagesByMail: false, messagesByPush: false, matchesByMail: true };
    await call(seller, 'PUT', '/api/notifications/settings', off);
    await receive();
    await announce();
    expect([peer.received, mails]).toEqual([[], []]);
  });
});
