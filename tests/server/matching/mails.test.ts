import { expect, test, vi } from 'vitest';
import type { Database } from '../../../server/src/db/database.ts';
import type { MailTimes } from '../../../server/src/matching/mails/mail-owners.ts';
import { isSettled, openMatchmaker } from '../../support/people/matchmaker.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

/** The job's intervals, shortened. */
const times = (changes: Partial<MailTimes> = {}): MailTimes => ({
  away: 0,
  pause: 0,
  interval: 5,
  ...changes,
});
const HOUR = 3_600_000;

const settled = (db: Database) => vi.waitFor(async () => expect(await isSettled(db)).toBe(true), 30_000);
const isMailed = async (db: Database): Promise<boolean> => {
  const rows = await db.read(({ q, t }) => q.select({ mailedAt: t.matches.mailedAt }).from(t.matches));
  return rows.length > 0 && rows.every(({ mailedAt }) => mailedAt !== null);
};
const allMailed = (db: Database) => vi.waitFor(async () => expect(await isMailed(db)).toBe(true), 30_000);

describeOnEngines('mails about matches', ({ openDb }) => {
  async function open(options: Parameters<typeof openMatchmaker>[1] = {}) {
    const db = await openDb();
    // This instance only matches; the one that mails starts later and finds every match.
    const quiet = openMatchmaker(db, { times: times({ interval: HOUR }) });
    const [seller, buyer] = [await quiet.join('seller'), await quiet.join('buyer')];
    const match = async (...titles: string[]) => {
      for (const title of titles) await quiet.list(seller, { title });
      await settled(db);
    };
    await quiet.postWanted(buyer);
    await settled(db);
    return {
      db,
      ...{ seller, buyer, match, quiet },
      start: (changes: typeof options = {}) => openMatchmaker(db, { times: times(), ...options, ...changes }),
    };
  }

  test('an absent member gets one mail with all new matches, safely escaped, and no match twice', async () => {
    const { db, buyer, match, quiet, start } = await open();
    await match('Ring coat <b>now</b>', 'Ring coat, indigo', 'Ring coat, black');
    const market = start();
    await allMailed(db);
    expect(market.mails).toHaveLength(1);
    const [mail] = market.mails;
    expect(mail).toMatchObject({
      to: `${buyer.id}@example.com`,
      subject: '3 listings match your requests',
      link: 'https://shop.example/wtb',
    });
    expect(mail?.text).toContain('Kapital · Ring coat, indigo · $365\nhttps://shop.example/listing/');
    expect(mail?.html).toContain('Ring coat &lt;b&gt;now&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>now');
    expect(mail?.unsubscribe).toMatch(/^https:\/\/shop\.example\/mail\/unsubscribe\?token=/);
    // Another process sends none of them again.
    await market.close();
    const next = start();
    await match('Ring coat, one more');
    await allMailed(db);
    expect(next.mails.map(({ subject }) => subject)).toEqual(['A listing matches your request']);
    await next.close();
    await quiet.close();
  });

  test('a mail names prices in the currency of the instance', async () => {
    const { db, match, quiet, start } = await open({ currency: 'EUR' });
    await match('Ring coat, indigo');
    const market = start();
    await allMailed(db);
    const [mail] = market.mails;
    expect(mail?.text).toContain('Kapital · Ring coat, indigo · €365\n');
    expect(`${mail?.text}${mail?.html}`).not.toContain('$');
    await market.close();
    await quiet.close();
  });

  test('no second mail is sent within an hour, and the next one includes everything since the first', async () => {
    const { db, match, quiet, start } = await open();
    await match('Ring coat');
    const first = start();
    await allMailed(db);
    await first.close();
    await match('Ring coat, second', 'Ring coat, third');
    let looks = 0;
    const patient = start({
      times: times({ pause: HOUR }),
      send: async () => {
        looks += 1;
      },
    });
    // Another member's mail shows that the job has run.
    const other = await quiet.join('other');
    await quiet.postWanted(other, { title: 'Century denim' });
    await match('Century denim');
    await vi.waitFor(() => expect(patient.mails).toHaveLength(1), 30_000);
    expect(patient.mails[0]?.to).toBe(`${other.id}@example.com`);
    expect(looks).toBe(1);
    await patient.close();
    const later = start();
    await allMailed(db);
    expect(later.mails.map(({ subject }) => subject)).toEqual(['2 listings match your requests']);
    await later.close();
    await quiet.close();
  });

  test('listings posted while a WTB waits to be matched are mailed, but earlier ones are not', async () => {
    const { db, seller, quiet, match, start } = await open();
    await match('Century denim, first');
    await quiet.close();
    const late = await quiet.join('late');
    await quiet.postWanted(late, { title: 'Century denim' });
    await quiet.list(seller, { title: 'Century denim, second' });
    const market = start();
    await allMailed(db);
    await vi.waitFor(() => expect(market.mails).toHaveLength(1), 30_000);
    expect(market.mails[0]).toMatchObject({
      to: `${late.id}@example.com`,
      text: expect.stringContaining('Century denim, second'),
    });
    expect(market.mails[0]?.text).not.toContain('first');
  });

  test('no mail is sent to a connected member, about seen matches, or about sold listings', async () => {
    const { db, seller, buyer, match, quiet, start } = await open();
    await match('Ring coat');
    const here = start({ connected: new Set([buyer.id]) });
    await allMailed(db);
    expect(here.mails).toEqual([]);
    await here.close();

    await match('Ring coat, seen');
    const ids = (await quiet.matchesOf(buyer)).map(({ id }) => id);
    await quiet.call(buyer, 'POST', '/api/matches/seen', { ids });
    expect(await isMailed(db)).toBe(true);

    const id = await quiet.list(seller, { title: 'Ring coat, sold' });
    await settled(db);
    await quiet.call(seller, 'PATCH', `/api/listings/${id}/sold`);
    const away = start();
    await allMailed(db);
    expect(away.mails).toEqual([]);
    await away.close();
    await quiet.close();
  });

  test('a refused mail is retried', async () => {
    const { db, match, quiet, start } = await open();
    await match('Ring coat');
    let tries = 0;
    const market = start({
      send: async () => {
        tries += 1;
        if (tries === 1) throw new Error('mail not accepted: 451');
      },
    });
    await allMailed(db);
    expect([tries, market.mails.length]).toEqual([2, 1]);
    await market.close();
    await quiet.close();
  });

  test('only one of several processes mails a member', async () => {
    const { db, match, quiet, start } = await open();
    await match('Ring coat');
    const processes = Array.from({ length: 5 }, () => start({ times: times({ pause: HOUR }) }));
    await allMailed(db);
    for (const one of processes) await one.close();
    expect(processes.flatMap(({ mails }) => mails)).toHaveLength(1);
    await quiet.close();
  });

  test('one click unsubscribes, another resubscribes, and a tampered link does nothing', async () => {
    const { db, match, quiet, start } = await open();
    await match('Ring coat');
    const market = start();
    await allMailed(db);
    const link = new URL(market.mails[0]?.unsubscribe ?? '');
    const path = link.pathname + link.search;
    const post = (to: string, body: string) =>
      market.app.request(to, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });

    // Following the link alone does not unsubscribe.
    const page = await market.app.request(path);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post"')]);
    await match('Ring coat, second');
    await allMailed(db);
    expect(market.mails).toHaveLength(2);

    expect((await post(`${path}x`, 'List-Unsubscribe=One-Click')).status).toBe(403);
    expect((await post('/mail/unsubscribe', 'List-Unsubscribe=One-Click')).status).toBe(403);
    expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(200);
    await match('Ring coat, third');
    await allMailed(db);
    expect(market.mails).toHaveLength(2);

    const token = link.searchParams.get('token') ?? '';
    await post('/mail/unsubscribe', new URLSearchParams({ token, action: 'on' }).toString());
    await match('Ring coat, fourth');
    await allMailed(db);
    expect(market.mails).toHaveLength(3);
    await market.close();
    await quiet.close();
  });
});
