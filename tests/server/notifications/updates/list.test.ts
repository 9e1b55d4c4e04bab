import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { deleteNoticesBefore } from '../../../../server/src/notifications/updates/queries.ts';
import { openTab, settle } from '../../../support/clients/socket.ts';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import { PASSWORD } from '../../../support/people/accounts.ts';
import { addListing } from '../../../support/people/market.ts';
import { openNotified } from '../../../support/people/notified.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import type { WorldOptions } from '../../../support/world.ts';

describeOnBothEngines('the list of updates', ({ engine }) => {
  async function open(options: WorldOptions = {}) {
    const notified = await openNotified({ ...options, engine });
    const { world, notify } = notified;
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    return {
      ...{ ...notified, marlow, odile },
      vouch: () => notify({ userId: marlow.id, otherId: odile.id, kind: 'vouch' }),
    };
  }

  test('has the latest first, page by page', async () => {
    const { world, marlow, list, notify } = await open();
    for (let i = 0; i < 5; i += 1) {
      await notify({ userId: marlow.id, kind: 'security', data: { text: `Change ${i}` } });
    }
    const texts: string[] = [];
    for (let path = '/api/notices?limit=2'; path; ) {
      const response = await world.call('GET', path, { as: marlow });
      texts.push(...((await response.json()) as { text: string }[]).map(({ text }) => text));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(texts).toEqual(['Change 4', 'Change 3', 'Change 2', 'Change 1', 'Change 0']);
    expect(await list(marlow)).toHaveLength(5);
  });

  test('reaches every tab of its member alone', async () => {
    const { world, marlow, odile, vouch, read, unread, list } = await open();
    const names = ['notice:new', 'notice:read'];
    const tabs = [await openTab(world, marlow, ...names), await openTab(world, marlow, ...names)];
    const stranger = await openTab(world, odile, ...names);
    await vouch();
    await vouch();
    const notices = await list(marlow);
    await expect.poll(() => tabs.map(({ received }) => received.length)).toEqual([2, 2]);
    expect(tabs[0]?.received).toEqual(notices.toReversed());
    expect(await unread(marlow)).toBe(2);
    const ids = notices.slice(0, 1).map(({ id }) => id);
    await read(marlow, ids);
    await read(marlow, ids);
    await read(odile, [notices[1]?.id ?? '']);
    await settle(world, ...tabs.map(({ client }) => client), stranger.client);
    for (const { received } of tabs) expect(received.slice(2)).toEqual([{ ids, unread: 1 }]);
    expect(stranger.received).toEqual([]);
    expect(await unread(marlow)).toBe(1);
    expect((await list(marlow)).map(({ isRead }) => isRead)).toEqual([true, false]);
  });

  test('is counted by sync', async () => {
    const { answer, marlow, vouch } = await open();
    await vouch();
    const synced = await answer(marlow, 'POST', '/api/sync', { conversations: {} });
    expect(synced).toMatchObject({ unreadNotices: 1 });
  });

  test('is silent while one blocks the other', async () => {
    const { world, answer, marlow, odile, vouch, list, unread, subscribe, deliver, peer, mailed } =
      await open();
    await subscribe(marlow);
    for (const [by, whom] of [
      [marlow, odile],
      [odile, marlow],
    ] as const) {
      await answer(by, 'PUT', `/api/blocks/${whom.id}`);
      const tab = await openTab(world, marlow, 'notice:new');
      await vouch();
      await deliver();
      await settle(world, tab.client);
      expect([tab.received, await list(marlow), await unread(marlow)]).toEqual([[], [], 0]);
      tab.client.disconnect();
      await answer(by, 'DELETE', `/api/blocks/${whom.id}`);
      await world.db.transact(({ q, t }) => q.delete(t.notices).returning());
    }
    expect([peer.received, await mailed()]).toEqual([[], []]);
  });

  test('has no entries for a deleted account', async () => {
    const { answer, world, marlow, odile, vouch, list, notify } = await open();
    await vouch();
    await answer(odile, 'DELETE', '/api/auth/user', { password: PASSWORD });
    expect((await list(marlow)).map(({ text }) => text)).toEqual(['New vouch from deleted user']);
    await notify({ userId: odile.id, kind: 'security' });
    await answer(marlow, 'DELETE', '/api/auth/user', { password: PASSWORD });
    expect(await readRows(world.db, 'notices')).toEqual([]);
  });

  test('is part of the export', async () => {
    const { world, marlow, vouch } = await open();
    await vouch();
    const archive = await (await world.call('GET', '/api/auth/export', { as: marlow })).arrayBuffer();
    const file = unzipSync(new Uint8Array(archive))['updates.json'] ?? new Uint8Array();
    expect(JSON.parse(strFromU8(file))).toMatchObject([{ kind: 'vouch', text: 'New vouch from odile' }]);
  });

  test('lacks what a switched-off feature said', async () => {
    const { world, marlow, vouch, list, unread, deliver, mailed, answer } = await open();
    await vouch();
    await world.set({ features: { vouches: false } });
    await deliver();
    expect([await list(marlow), await unread(marlow), await mailed()]).toEqual([[], 0, []]);
    const rows = await answer<{ kind: string }[]>(marlow, 'GET', '/api/notifications/settings');
    expect(rows.filter(({ kind }) => kind.startsWith('vouch'))).toEqual([]);
  });

  test('shows a removed listing without its title', async () => {
    const { world, marlow, odile, notify, list } = await open();
    const listingId = await addListing(world.db, odile.id, { title: 'Ring coat' });
    await notify({ userId: marlow.id, otherId: odile.id, kind: 'listing-freed', listingId });
    expect(await list(marlow)).toMatchObject([
      { text: 'Available again: Ring coat', path: `/listing/${listingId}`, imageUrl: expect.any(String) },
    ]);
    await world.call('DELETE', `/api/listings/${listingId}`, { as: odile });
    expect(await list(marlow)).toMatchObject([
      { text: 'Available again: an item', path: '/updates', imageUrl: null },
    ]);
  });

  test('is kept for 90 days', async () => {
    const { world, marlow, vouch, list } = await open();
    await vouch();
    await vouch();
    const [old] = await readRows(world.db, 'notices');
    const createdAt = new Date(Date.now() - 91 * 86_400_000);
    await updateRows(world.db, 'notices', { createdAt }, { id: old?.id ?? '' });
    await world.db.transact(async (tx) => deleteNoticesBefore(tx, new Date(Date.now() - 90 * 86_400_000)));
    expect(await list(marlow)).toHaveLength(1);
  });
});
