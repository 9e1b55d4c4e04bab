import type { Notice } from '@selvedge/shared/notifications/updates';
import { expect, test } from 'vitest';
import { openMatchmaker } from '../../../support/people/matchmaker.ts';
import { openNotified } from '../../../support/people/notified.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import type { WorldOptions } from '../../../support/world.ts';

describeOnBothEngines('a match', ({ engine }) => {
  async function open(options: WorldOptions = {}) {
    const notified = await openNotified({ ...options, engine });
    const { world, answer } = notified;
    const market = openMatchmaker(world);
    const [seller, buyer] = [await world.join('seller'), await world.join('buyer')];
    await market.postWanted(buyer);
    await market.settled();
    return {
      ...{ ...notified, ...market, seller, buyer },
      updatesOf: (as: typeof buyer) => answer<Notice[]>(as, 'GET', '/api/notices'),
      async match(...titles: string[]) {
        const ids: string[] = [];
        for (const title of titles) ids.push(await market.list(seller, { title }));
        await market.settled();
        return ids;
      },
    };
  }

  test('is mailed with all others to an absent member', { tags: ['clean-mails'] }, async () => {
    const { world, match, deliver, mailed } = await open();
    await match('Ring coat <b>now</b>', 'Ring coat, indigo', 'Ring coat, black');
    await deliver();
    expect(await mailed()).toEqual(['buyer@example.com: 3 updates']);
    const [mail] = await world.mails();
    expect(mail?.text).toContain(
      'Kapital · Ring coat, indigo · $365 matches your request\nhttps://shop.example/listing/',
    );
    expect(mail?.html).toContain('Ring coat &lt;b&gt;now&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>now');
  });

  test("names its price in the instance's currency", async () => {
    const { match, buyer, updatesOf } = await open({ settings: { currency: 'EUR' } });
    const [id] = await match('Ring coat, indigo');
    expect(await updatesOf(buyer)).toMatchObject([
      { text: 'Kapital · Ring coat, indigo · €365 matches your request', path: `/listing/${id}` },
    ]);
  });

  test('of two WTBs is one update', async () => {
    const { match, buyer, postWanted, settled, updatesOf } = await open();
    await postWanted(buyer, { title: 'Coat' });
    await settled();
    await match('Ring coat, indigo');
    expect(await updatesOf(buyer)).toHaveLength(1);
  });

  test('with an earlier listing is no update', async () => {
    const { world, match, postWanted, settled, updatesOf } = await open();
    await match('Century denim');
    const late = await world.join('late');
    await postWanted(late, { title: 'Century denim' });
    await settled();
    expect(await updatesOf(late)).toEqual([]);
  });

  test('seen elsewhere is read', async () => {
    const { match, buyer, matchesOf, answer, unread, deliver, mailed } = await open();
    await match('Ring coat, seen');
    const ids = (await matchesOf(buyer)).map(({ id }) => id);
    await answer(buyer, 'POST', '/api/matches/seen', { ids });
    expect(await unread(buyer)).toBe(0);
    await deliver();
    expect(await mailed()).toEqual([]);
  });
});
