import { expect, test } from 'vitest';
import { mailDue } from '../../../../server/src/notifications/updates/mail-due.ts';
import { createPushes } from '../../../../server/src/notifications/updates/pushes.ts';
import { next } from '../../../support/clients/socket.ts';
import { addListing } from '../../../support/people/market.ts';
import { openNotified } from '../../../support/people/notified.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const HOUR = 3_600_000;

describeOnBothEngines('an update', ({ engine }) => {
  async function open() {
    const notified = await openNotified({ engine });
    const { world, subscribe, notify } = notified;
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    await subscribe(marlow);
    const about = { userId: marlow.id, otherId: odile.id };
    return {
      ...{ ...notified, marlow, odile },
      vouch: () => notify({ ...about, kind: 'vouch' }),
      answered: () => notify({ ...about, kind: 'vouch-answered' }),
    };
  }

  test('is pushed at once', async () => {
    const { vouch, deliver, peer, list, marlow } = await open();
    await vouch();
    await expect.poll(() => peer.received).toHaveLength(1);
    await deliver();
    const [{ id } = { id: '' }] = await list(marlow);
    expect(peer.received).toMatchObject([
      {
        push: { title: 'New vouch from odile', path: '/profile/marlow', topic: id },
        topic: id.replaceAll('-', ''),
      },
    ]);
  });

  test('is mailed two minutes later', async () => {
    const { vouch, deliver, mailed, world } = await open();
    await vouch();
    await deliver(100_000);
    expect(await mailed()).toEqual([]);
    await deliver(125_000);
    expect(await mailed()).toEqual(['marlow@example.com: New vouch from odile']);
    const [mail] = await world.mails();
    expect(mail).toMatchObject({
      link: 'https://shop.example/updates',
      unsubscribe: expect.stringContaining('https://shop.example/mail/unsubscribe?token='),
      text: expect.stringContaining('New vouch from odile\nhttps://shop.example/profile/marlow'),
    });
  });

  test('shares its mail with the others', async () => {
    const { vouch, answered, deliver, mailed } = await open();
    await vouch();
    await answered();
    await answered();
    await deliver();
    expect(await mailed()).toEqual(['marlow@example.com: 3 updates']);
  });

  test('waits an hour after a mail', async () => {
    const { vouch, answered, deliver, mailed } = await open();
    await vouch();
    await deliver();
    await answered();
    await deliver(HOUR);
    expect(await mailed()).toHaveLength(1);
    await deliver(HOUR + 130_000);
    expect(await mailed()).toEqual([
      'marlow@example.com: New vouch from odile',
      'marlow@example.com: odile answered your vouch',
    ]);
  });

  test('is not mailed once read', async () => {
    const { vouch, deliver, mailed, list, read, marlow } = await open();
    await vouch();
    const notices = await list(marlow);
    await read(
      marlow,
      notices.map(({ id }) => id),
    );
    await deliver();
    expect(await mailed()).toEqual([]);
  });

  test('is neither pushed nor mailed to a connected member', async () => {
    const { world, vouch, deliver, mailed, peer, marlow } = await open();
    await next(await world.connect(marlow), 'unread');
    await vouch();
    await deliver();
    expect([peer.received, await mailed()]).toEqual([[], []]);
  });

  test('is delivered as the member has chosen', async () => {
    const { vouch, answered, deliver, mailed, peer, choose, marlow } = await open();
    await choose(marlow, 'vouch', 'push', false);
    await choose(marlow, 'vouch-answered', 'mail', false);
    await vouch();
    await answered();
    await deliver();
    await expect
      .poll(() => peer.received.map(({ push }) => push.title))
      .toEqual(['odile answered your vouch']);
    expect(await mailed()).toEqual(['marlow@example.com: New vouch from odile']);
  });

  test('is no longer delivered when out of date', async () => {
    const { world, notify, deliver, mailed, marlow, odile } = await open();
    const listingId = await addListing(world.db, odile.id, { title: 'Ring coat' });
    await notify({ userId: marlow.id, otherId: odile.id, kind: 'listing-freed', listingId });
    await world.call('PATCH', `/api/listings/${listingId}/sold`, { as: odile });
    await deliver();
    expect(await mailed()).toEqual([]);
  });

  test('is one line with the others of its seller', async () => {
    const { world, deliver, mailed, peer, marlow, odile } = await open();
    const listingIds = [await addListing(world.db, odile.id), await addListing(world.db, odile.id)];
    await world.db.transact(async (tx) => {
      for (let n = 0; n < 40; n += 1)
        await tx.emit('member notified', {
          ...{ userId: marlow.id, otherId: odile.id, kind: 'search-match' },
          listingId: listingIds[n % 2] ?? '',
          data: { search: 'Coats' },
        });
    });
    await deliver();
    expect(await mailed()).toEqual(['marlow@example.com: 40 new items from odile fit your searches']);
    expect(peer.received.map(({ push }) => push)).toMatchObject([
      { title: '40 new items from odile fit your searches', path: '/profile/odile' },
    ]);
  });

  test('is delivered once by any number of nodes', async () => {
    const { world, vouch, answered, peer, mailed } = await open();
    await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? vouch() : answered())));
    const { ctx } = world.product;
    const later = new Date(Date.now() + 121_000);
    const pushes = Array.from({ length: 6 }, () => createPushes(ctx));
    await Promise.all(pushes.map((queue) => queue.kick()));
    await Promise.all(pushes.map((queue) => queue.close()));
    await Promise.all(Array.from({ length: 6 }, () => mailDue(ctx, later)));
    await expect.poll(() => peer.received).toHaveLength(10);
    expect(await mailed()).toEqual(['marlow@example.com: 10 updates']);
  });
});
