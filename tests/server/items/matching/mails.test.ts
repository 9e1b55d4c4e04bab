import { type SQL, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { MailTimes } from '../../../../server/src/items/matching/mails/mail-owners.ts';
import type { RenderedMail } from '../../../../server/src/platform/mail/mailer.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { next } from '../../../support/clients/socket.ts';
import { openMatchmaker } from '../../../support/people/matchmaker.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type WorldOptions } from '../../../support/world.ts';

/** The job's intervals, shortened. */
const times = (changes: Partial<MailTimes> = {}): MailTimes => ({
  away: 0,
  pause: 0,
  interval: 5,
  ...changes,
});
const HOUR = 3_600_000;

const PUBLIC_URL = 'https://shop.example';

/** An instance with a WTB whose own server only matches: a node that starts later mails every match. */
async function open(engine: Engine, options: WorldOptions = {}) {
  const mails: RenderedMail[] = [];
  const shared = { ...options, onMail: (mail: RenderedMail) => void mails.push(mail) };
  const world = await openWorld({
    ...{ ...shared, engine, env: { PUBLIC_URL } },
    times: { matches: times({ interval: HOUR }) },
  });
  const market = openMatchmaker(world);
  const { postWanted, list, settled } = market;
  const [seller, buyer] = [await world.join('seller'), await world.join('buyer')];
  await postWanted(buyer);
  await settled();
  const sent = async () => {
    await world.mails();
    return mails;
  };
  const isMailed = async () => {
    const rows = await world.db.read(({ q, t }) => q.select({ at: t.matches.mailedAt }).from(t.matches));
    return rows.length > 0 && rows.every(({ at }) => at !== null);
  };
  return {
    ...{ ...market, world, seller, buyer, isMailed },
    async match(...titles: string[]) {
      for (const title of titles) await list(seller, { title });
      await settled();
    },
    /** Starts a node that mails. The test closes it, or it is closed with the test. */
    start: (changes: Partial<MailTimes> = {}) =>
      openWorld({ ...shared, env: { ...world.env, PUBLIC_URL }, times: { matches: times(changes) } }),
    /** Delivers the stored mails. @returns all mails so far, whichever node delivered them */
    sent,
    /** Resolves like `sent` when every match has been mailed or settled. */
    async mailed() {
      await vi.waitUntil(isMailed);
      return sent();
    },
  };
}

describeOnBothEngines('mails about matches', ({ engine }) => {
  test('an absent member gets one mail with all matches', {
    tags: ['clean-mails'],
  }, async () => {
    const { match, mailed, start } = await open(engine);
    await match('Ring coat <b>now</b>', 'Ring coat, indigo', 'Ring coat, black');
    const node = await start();
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'buyer@example.com',
      subject: '3 listings match your requests',
      link: 'https://shop.example/wtb',
    });
    expect(mail?.text).toContain('Kapital · Ring coat, indigo · $365\nhttps://shop.example/listing/');
    expect(mail?.html).toContain('Ring coat &lt;b&gt;now&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>now');
    expect(mail?.unsubscribe).toMatch(/^https:\/\/shop\.example\/mail\/unsubscribe\?token=/);
    // Another process sends none of them again.
    await node.product.closeFeature('matching');
    await start();
    await match('Ring coat, one more');
    expect((await mailed()).slice(1).map(({ subject }) => subject)).toEqual([
      'A listing matches your request',
    ]);
  });

  test('no second mail is sent within an hour', async () => {
    const { world, match, mailed, sent, postWanted, start } = await open(engine);
    await match('Ring coat');
    const first = await start();
    await mailed();
    await first.product.closeFeature('matching');
    await match('Ring coat, second', 'Ring coat, third');
    const patient = await start({ pause: HOUR });
    // Another member's mail shows that the job has run.
    const other = await world.join('other');
    await postWanted(other, { title: 'Century denim' });
    await match('Century denim');
    await vi.waitUntil(async () => (await sent()).some(({ to }) => to === other.email));
    await patient.product.closeFeature('matching');
    await start();
    expect((await mailed()).map(({ to, subject }) => [to, subject])).toEqual([
      ['buyer@example.com', 'A listing matches your request'],
      [other.email, 'A listing matches your request'],
      ['buyer@example.com', '2 listings match your requests'],
    ]);
  });

  test('no mail is sent to a connected member', async () => {
    const { world, seller, buyer, match, mailed, isMailed, list, matchesOf, settled, start } =
      await open(engine);
    const here = await start();
    const socket = await here.connect({ token: await world.tokenOf(buyer) });
    await next(socket, 'unread');
    await match('Ring coat');
    expect(await mailed()).toEqual([]);
    await here.product.closeFeature('matching');

    await match('Ring coat, seen');
    const ids = (await matchesOf(buyer)).map(({ id }) => id);
    await world.call('POST', '/api/matches/seen', { as: buyer, json: { ids } });
    expect(await isMailed()).toBe(true);

    const id = await list(seller, { title: 'Ring coat, sold' });
    await settled();
    await world.call('PATCH', `/api/listings/${id}/sold`, { as: seller });
    await start();
    expect(await mailed()).toEqual([]);
  });

  test('only one of several processes mails a member', async () => {
    const { match, mailed, start } = await open(engine);
    await match('Ring coat');
    await Promise.all(Array.from({ length: 3 }, () => start({ pause: HOUR })));
    expect(await mailed()).toHaveLength(1);
  });
});

describeOnEngines('mails about matches', ({ engine }) => {
  test("a mail names prices in the instance's currency", async () => {
    const { match, mailed, start } = await open(engine, { settings: { currency: 'EUR' } });
    await match('Ring coat, indigo');
    await start();
    const [mail] = await mailed();
    expect(mail?.text).toContain('Kapital · Ring coat, indigo · €365\n');
    expect(`${mail?.text}${mail?.html}`).not.toContain('$');
  });

  test('listings from before a WTB are not mailed', async () => {
    const { world, seller, match, mailed, list, postWanted, start } = await open(engine);
    await match('Century denim, first');
    await world.product.closeFeature('matching');
    const late = await world.join('late');
    await postWanted(late, { title: 'Century denim' });
    await list(seller, { title: 'Century denim, second' });
    await start();
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: late.email, text: expect.stringContaining('Century denim, second') });
    expect(mail?.text).not.toContain('first');
  });

  test('a mail that could not be stored is retried', async () => {
    const log = createLog('silent');
    const warned = vi.spyOn(log, 'warn');
    const { world, match, mailed, start } = await open(engine, { log });
    await match('Ring coat');
    const rename = (from: string, to: string) =>
      world.db.transact(async ({ q }) => {
        const statement = sql.raw(`alter table ${from} rename to ${to}`);
        const runs = q as unknown as Record<'run' | 'execute', (query: SQL) => Promise<unknown>>;
        await (world.db.dialect === 'sqlite' ? runs.run(statement) : runs.execute(statement));
      });
    await rename('mails', 'missing');
    await start();
    await vi.waitUntil(() => JSON.stringify(warned.mock.calls).includes('could not mail matches'));
    await rename('missing', 'mails');
    expect(await mailed()).toHaveLength(1);
  });

  test('one click unsubscribes', async () => {
    const { world, match, mailed, start } = await open(engine);
    await match('Ring coat');
    await start();
    const link = new URL((await mailed())[0]?.unsubscribe ?? '');
    const path = link.pathname + link.search;
    const post = (to: string, fields: Record<string, string>) =>
      world.call('POST', to, { body: new URLSearchParams(fields) });
    const oneClick = { 'List-Unsubscribe': 'One-Click' };

    // Following the link alone does not unsubscribe.
    const page = await world.call('GET', path);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post"')]);
    await match('Ring coat, second');
    expect(await mailed()).toHaveLength(2);

    expect((await post(`${path}x`, oneClick)).status).toBe(403);
    expect((await post('/mail/unsubscribe', oneClick)).status).toBe(403);
    expect((await post(path, oneClick)).status).toBe(200);
    await match('Ring coat, third');
    expect(await mailed()).toHaveLength(2);

    const token = link.searchParams.get('token') ?? '';
    await post('/mail/unsubscribe', { token, action: 'on' });
    await match('Ring coat, fourth');
    expect(await mailed()).toHaveLength(3);
  });
});
