import { expect, test } from 'vitest';
import { nextDailyMail } from '../../../../server/src/items/saved-searches/alerts/due.ts';
import { mailDaily } from '../../../../server/src/items/saved-searches/alerts/mail-daily.ts';
import { openSearcher } from '../../../support/people/searcher.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld } from '../../../support/world.ts';

const DAY = 86_400_000;
const DAILY = { alerts: 'daily' };

describeOnBothEngines('the daily mail', ({ engine }) => {
  async function open() {
    const world = await openWorld({ engine, env: { PUBLIC_URL: 'https://shop.example' } });
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    const mail = () => mailDaily(world.product.ctx, new Date(Date.now() + DAY));
    const sent = async () =>
      (await world.mails()).filter(({ unsubscribe }) => unsubscribe?.includes('/mail/unsubscribe/search'));
    return { ...openSearcher(world), world, marlow, odile, mail, sent };
  }
  type Open = Awaited<ReturnType<typeof open>>;
  const unsubscribe = async ({ world, sent }: Open, form = '') => {
    const [mail] = await sent();
    const { pathname, search } = new URL(mail?.unsubscribe ?? '');
    const body = new URLSearchParams(`List-Unsubscribe=One-Click${form}`);
    return world.call('POST', pathname + search, { body });
  };

  test('is one for all searches of a member', async () => {
    const { save, list, told, mail, sent, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    await save(marlow, 'category=Tops', DAILY);
    await list(odile);
    await list(odile, { brand: 'Visvim', title: 'Tee', category: 'Tops', price: '120' });
    await mail();
    const [first, ...others] = await sent();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      ...{ to: 'marlow@example.com', subject: '2 new items for your saved searches' },
      link: 'https://shop.example/saved?tab=searches',
    });
    expect(first?.text).toContain('Kapital · Ring coat · $365 (Kapital)\nhttps://shop.example/listing/');
    expect(first?.text).toContain('Visvim · Tee · $120 (Tops)');
    expect(await told(marlow)).toEqual([]);
  });

  test('waits for its hour', async () => {
    const { world, save, list, sent, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    await list(odile);
    await mailDaily(world.product.ctx);
    expect(await sent()).toEqual([]);
  });

  test('is not sent without anything new', async () => {
    const { save, list, mail, sent, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    await list(odile);
    await mail();
    await mail();
    expect(await sent()).toHaveLength(1);
  });

  test('leaves out what was told at once', async () => {
    const { save, list, told, mail, sent, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    await save(marlow, 'category=Outerwear');
    await list(odile);
    await mail();
    expect([await sent(), (await told(marlow)).length]).toEqual([[], 1]);
  });

  test('leaves out what no longer fits', async () => {
    const { answer, save, list, price, sell, mail, sent, marlow, odile } = await open();
    await save(marlow, 'maxPrice=300', DAILY);
    await sell(odile, await list(odile, { price: '300' }));
    await price(odile, await list(odile, { price: '300' }), '400');
    await answer(marlow, 'PUT', `/api/dismissals/listings/${await list(odile, { price: '200' })}`);
    await mail();
    expect(await sent()).toEqual([]);
  });

  test('has one line for forty items of a seller', async () => {
    const { save, list, mail, sent, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    for (let n = 0; n < 40; n += 1) await list(odile);
    await mail();
    const [first] = await sent();
    expect(first?.subject).toBe('40 new items for your saved searches');
    expect(first?.text).toContain('40 items from odile\nhttps://shop.example/profile/odile');
    expect(first?.text).not.toContain('Ring coat');
  });

  test('shows up to six pictures', async () => {
    const { save, list, mail, sent, marlow, odile, world } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    for (const seller of [odile, await world.join('juniper'), await world.join('rowan')])
      for (let n = 0; n < 3; n += 1) await list(seller);
    await mail();
    const [first] = await sent();
    expect(first?.html.match(/<img src="https:\/\/shop\.example\/media\/[^"]+-320\.webp"/g)).toHaveLength(6);
  });

  test('is sent once by any number of nodes', async () => {
    const { save, list, mail, sent, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    await list(odile);
    await Promise.all(Array.from({ length: 5 }, mail));
    expect(await sent()).toHaveLength(1);
  });

  test('ends for one search with one click', async () => {
    const opened = await open();
    const { save, list, mail, searches, marlow, odile } = opened;
    await save(marlow, 'brand=Kapital', DAILY);
    await save(marlow, 'category=Tops', DAILY);
    await list(odile);
    await mail();
    expect((await unsubscribe(opened)).status).toBe(200);
    expect((await searches(marlow)).map(({ alerts }) => alerts)).toEqual(['daily', 'off']);
    await unsubscribe(opened, '&action=on');
    expect((await searches(marlow)).map(({ alerts }) => alerts)).toEqual(['daily', 'daily']);
  });

  test('ends for all searches with one click', async () => {
    const opened = await open();
    const { save, list, mail, sent, marlow, odile } = opened;
    await save(marlow, 'brand=Kapital', DAILY);
    await save(marlow, 'category=Tops', DAILY);
    const post = async () => {
      await list(odile);
      await list(odile, { brand: 'Visvim', category: 'Tops' });
      await mail();
    };
    await post();
    expect((await unsubscribe(opened)).status).toBe(200);
    await post();
    expect(await sent()).toHaveLength(1);
    await unsubscribe(opened, '&action=on');
    await post();
    expect(await sent()).toHaveLength(2);
  });

  test('is not sent while saved searches are off', async () => {
    const { world, save, list, mail, sent, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', DAILY);
    await list(odile);
    await world.set({ features: { savedSearches: false } });
    await mail();
    expect(await sent()).toEqual([]);
  });
});

test.for([
  ['2026-06-10T12:00:00Z', 'America/Los_Angeles', '2026-06-11T01:00:00.000Z'],
  ['2026-06-11T00:59:59Z', 'America/Los_Angeles', '2026-06-11T01:00:00.000Z'],
  ['2026-06-11T01:00:00Z', 'America/Los_Angeles', '2026-06-12T01:00:00.000Z'],
  ['2026-10-31T20:00:00Z', 'Europe/Berlin', '2026-11-01T17:00:00.000Z'],
  ['2026-10-24T17:00:00Z', 'Europe/Berlin', '2026-10-25T17:00:00.000Z'],
  ['2026-03-28T17:30:00Z', 'Europe/Berlin', '2026-03-29T16:00:00.000Z'],
  ['2026-01-01T00:00:00.500Z', 'Asia/Kolkata', '2026-01-01T12:30:00.000Z'],
] as const)('after %s in %s, six in the evening is %s', ([now, zone, due]) => {
  expect(nextDailyMail(new Date(now), zone).toISOString()).toBe(due);
});
