import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, gt, isNotNull } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { DEALS, ON_HOLD, OPEN_OFFER } from '../../../server/demo/catalogue/deals.ts';
import { LISTINGS } from '../../../server/demo/catalogue/listings.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { unannounced } from '../../../server/src/deals/vouches/queries.ts';
import { trustOf } from '../../../server/src/members/trust/count-trust.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

test('the demo is added once', async () => {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  const dataDir = join(dir.path, 'demo');
  const log = createLog('error');
  const output: string[] = [];
  const seed = () => seedDemo({ dataDir }, log, (text) => void output.push(text), LISTINGS.slice(0, 2));
  await seed();
  expect(output[0]).toBe('Adding the demo, once …');
  expect(readdirSync(dir.path)).toEqual(['demo']);

  const db = await openDatabase(`file:${join(dataDir, 'selvedge.db')}`, log);
  onTestFinished(() => db.close());
  const found = await db.read(async ({ q, t }) => ({
    people: await q.select({ picture: t.users.profileImageKey }).from(t.users),
    listings: await q.select({ photos: t.listings.photos }).from(t.listings),
    wanted: await q.select({ id: t.wanted.id }).from(t.wanted),
    messages: await q.select({ id: t.messages.id }).from(t.messages),
  }));
  expect(found.people.length).toBeGreaterThan(2);
  expect(found.people.filter(({ picture }) => picture === null)).toEqual([]);
  expect(found.listings).toHaveLength(2);
  for (const { photos } of found.listings) expect(photos.length).toBeGreaterThan(0);
  expect(found.wanted.length).toBeGreaterThan(0);
  expect(found.messages.length).toBeGreaterThan(0);

  const before = output.length;
  await seed();
  expect(output).toHaveLength(before);
});

test('the demo shows every feature of deals', async () => {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  const dataDir = join(dir.path, 'demo');
  const log = createLog('error');
  const proven = LISTINGS.filter(({ proof }) => proof).map(({ title }) => title);
  const titles = [...DEALS.map(({ listing }) => listing), ON_HOLD.listing, OPEN_OFFER.listing, ...proven];
  const catalogue = LISTINGS.filter(({ title }) => titles.includes(title));
  await seedDemo({ dataDir }, log, () => undefined, catalogue);
  const db = await openDatabase(`file:${join(dataDir, 'selvedge.db')}`, log);
  onTestFinished(() => db.close());
  const found = await db.read(async (conn) => {
    const { q, t } = conn;
    const [odile] = await q.select().from(t.users).where(eq(t.users.username, 'odile'));
    return {
      deals: await q.select({ state: t.deals.state, madeAt: t.deals.madeAt }).from(t.deals),
      ...(await trustOf(conn, odile?.id ?? '', { deals: true, vouches: true })),
      unannounced: await unannounced(conn, new Date(), 10),
      onHold: await q
        .select({ title: t.listings.title })
        .from(t.listings)
        .where(isNotNull(t.listings.holdUntil)),
      proven: await q
        .select({ title: t.listings.title, proof: t.listings.proofPhoto, code: t.proofCodes.code })
        .from(t.listings)
        .innerJoin(t.proofCodes, eq(t.proofCodes.listingId, t.listings.id))
        .where(isNotNull(t.listings.proofPhoto)),
      offers: await q.select({ state: t.offers.state, cents: t.offers.amountCents }).from(t.offers),
      later: await q.select().from(t.messages).where(gt(t.messages.createdAt, new Date())),
    };
  });
  expect(found.deals).toHaveLength(DEALS.length);
  expect(
    found.deals.every(({ state, madeAt }) => state === 'made' && madeAt !== null && madeAt < new Date()),
  ).toBe(true);
  // About the skirt, only the buyer has written yet, so it does not count.
  expect(found.trust).toMatchObject({ deals: 4, vouches: 3 });
  expect(proven).toHaveLength(1);
  expect(found.proven).toEqual([
    {
      title: proven[0],
      proof: expect.objectContaining({ code: found.proven[0]?.code }),
      code: expect.any(String),
    },
  ]);
  expect(found).toMatchObject({
    ...{ unannounced: [], later: [], onHold: [{ title: ON_HOLD.listing }] },
    offers: [{ state: 'open', cents: OPEN_OFFER.amount * 100 }],
  });
});
