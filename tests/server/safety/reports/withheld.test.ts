import type { Listing } from '@selvedge/shared/items/listings';
import { previewVariant } from '@selvedge/shared/platform/pictures';
import type { Report } from '@selvedge/shared/safety/reports';
import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { updateListing } from '../../../../server/src/items/listings/queries.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import type { Conn } from '../../../../server/src/platform/db/database.ts';
import type { Tables } from '../../../../server/src/platform/db/tables.ts';
import { claimUploads } from '../../../../server/src/platform/media/claim-uploads.ts';
import { findRemoved } from '../../../../server/src/platform/media/queries.ts';
import { releaseUploads } from '../../../../server/src/platform/media/release-uploads.ts';
import { photoMatchesOf } from '../../../../server/src/safety/photo-matches/feature.ts';
import { reportsPart } from '../../../../server/src/safety/reports/personal-data.ts';
import { listingOf } from '../../../support/data/listing-form.ts';
import { smallPhotos } from '../../../support/data/photo-copies.ts';
import { insertRows } from '../../../support/data/rows.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const [front, other] = await smallPhotos();
if (!front || !other) throw new Error('the demo has too few pictures');

let shop: World;
let seller: Actor;
let buyer: Actor;
let admin: Actor;
let otherAdmin: Actor;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  [seller, buyer] = [await shop.join('marlow'), await shop.join('odile')];
  admin = await shop.join('admin', { isAdmin: true });
  otherAdmin = await shop.join('other', { isAdmin: true });
}

const post = async (as: Actor, ...files: Blob[]) => {
  const images: string[] = [];
  for (const file of files) images.push(await shop.uploaded(as, file));
  const response = await shop.call('POST', '/api/listings', { as, json: listingOf(images) });
  return (await response.json()) as Listing;
};
const report = (as: Actor, { id }: Listing) =>
  shop.call('POST', '/api/reports', { as, json: { subject: 'listing', id, reason: 'scam' } });
const queue = async (state = 'open') => {
  await photoMatchesOf(shop.product.ctx).kick();
  return (await (
    await shop.call('GET', `/api/admin/reports?state=${state}`, { as: admin })
  ).json()) as Report[];
};
const decide = async (action: string) => {
  const [open] = await queue();
  const json = { action, note: 'Checked' };
  const path = `/api/admin/reports/${open?.id}/resolve`;
  expect((await shop.call('POST', path, { as: admin, json })).status).toBe(204);
};
const linkOf = async ({ username }: Actor) =>
  new URL(
    (await shop.mails()).findLast(({ to, link }) => to.startsWith(username) && link.includes('appeal'))
      ?.link ?? '',
  );
/** Appeals through a mailed link. */
const appeal = async ({ pathname, searchParams }: URL) => {
  const body = new URLSearchParams([...searchParams, ['text', 'It is mine.']]);
  expect((await shop.call('POST', pathname, { body })).status).toBe(200);
};
/** Reverses a decision on the only open appeal of this side, as another admin. */
const reverse = async (side: 'person' | 'reporter') => {
  const [appealed] = await queue('appealed');
  const id = appealed?.appeals.find(({ closed, party }) => !closed && party === side)?.id;
  const json = { outcome: 'reverse', reason: 'A second look' };
  expect((await shop.call('POST', `/api/admin/appeals/${id}/answer`, { as: otherAdmin, json })).status).toBe(
    204,
  );
};
const erase = ({ id }: Actor) => shop.db.transact((tx) => reportsPart(shop).erase(tx, id));
const statusOf = async (url = '') => {
  await shop.product.uploads.refreshWithheld();
  return (await shop.call('GET', url)).status;
};
const statuses = (urls: string[]) => Promise.all(urls.map(statusOf));
const shown = async ({ id }: Listing) => {
  const response = await shop.call('GET', `/api/listings/${id}`);
  return response.ok ? ((await response.json()) as Listing).images : response.status;
};

describeOnBothEngines('the photos of a listing that an admin removed', ({ engine }) => {
  beforeEach(() => open(engine));

  test('are the ones that it had at its removal', async () => {
    const listing = await post(seller, front.original);
    await report(buyer, listing);
    const added = await shop.uploaded(seller, other.original);
    const { db, product } = shop;
    let decided: Promise<void> | undefined;
    await db.transact(async (tx) => {
      const photos = await claimUploads(tx, seller.id, [added], new Date());
      await updateListing(tx, listing.id, { photos, description: 'Worn once.' });
      const before = listing.images.map((url) => url.replace(/.*media\/(.*)-1800.*/, '$1'));
      await releaseUploads(tx, before);
      tx.afterCommit(() => product.uploads.discard(before));
      decided = decide('remove');
      // On PostgreSQL, the removal reaches the listing before this edit is committed.
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    await decided;
    expect(await statusOf(added)).toBe(404);
    const [closed] = await queue('closed');
    expect(await statuses(closed?.evidence.imageUrls ?? [])).toEqual([200]);
    await appeal(await linkOf(seller));
    await reverse('person');
    expect(await shown(listing)).toEqual([added]);
    expect(await statusOf(added)).toBe(200);
  });

  test('are shown to an admin who answers an appeal', async () => {
    await post(buyer, front.original);
    await post(seller, front.copy, other.original);
    await decide('remove');
    const [closed] = await queue('closed');
    const [photo] = closed?.evidence.samePhotos?.photos ?? [];
    expect(await statusOf(photo?.imageUrl ?? '')).toBe(200);
  });

  test.each([
    ['open', /reports_(open|photo|once)/],
    ['closed', /reports_erasable/],
  ] as const)('are found on %s reports with an index', async (state, index) => {
    const { db } = shop;
    const at = new Date();
    const dismissed: Omit<Tables['reports']['$inferInsert'], 'id' | 'subjectId'> = {
      ...{ subject: 'listing', memberId: seller.id, reason: 'scam', createdAt: at, closedAt: at },
      ...{ evidence: { title: '', text: null, before: [] }, resolution: 'dismiss' },
    };
    const rows = Array.from({ length: 500 }, () => ({ ...dismissed, id: uuidv7(), subjectId: uuidv7() }));
    await insertRows(db, 'reports', rows);
    const run = (statement: (conn: Conn) => SQL) =>
      db.read(async (conn) => {
        const q = conn.q as unknown as Record<'all' | 'execute', (statement: SQL) => unknown>;
        return db.dialect === 'sqlite' ? q.all(statement(conn)) : q.execute(statement(conn));
      });
    await run(() => (db.dialect === 'sqlite' ? sql`select 1` : sql`analyze reports`));
    const explain = db.dialect === 'sqlite' ? sql`explain query plan` : sql`explain`;
    const plan = await run((conn) => sql`${explain} ${findRemoved(conn, state).getSQL()}`);
    expect(JSON.stringify(plan)).toMatch(index);
  });
});

describeOnEngines('the photos of a listing that an admin removed', ({ engine }) => {
  beforeEach(() => open(engine));

  test("stay withheld when the copied member's account is deleted", async () => {
    await post(buyer, front.original);
    const copied = await post(seller, front.copy);
    await decide('remove');
    expect(await statuses(copied.images)).toEqual([404]);
    await erase(buyer);
    expect(await statuses(copied.images)).toEqual([404]);
    const closed = await queue('closed');
    expect(closed).toMatchObject([{ reporter: null, visitor: null, evidence: { samePhotos: null } }]);
    expect(JSON.stringify(closed)).not.toContain('odile');
    expect(await statuses(closed[0]?.evidence.imageUrls ?? [])).toEqual([200]);
    await appeal(await linkOf(seller));
    await reverse('person');
    expect(await shown(copied)).toEqual(copied.images);
    expect(await statuses(copied.images)).toEqual([200]);
  });

  test.each([
    { again: null, text: 'An admin has reversed the decision. Your listing is back.' },
    { again: 'warn', text: 'The warning is withdrawn. Your listing is back.' },
  ])('come back after an appeal (then decided: $again)', async ({ again, text }) => {
    const listing = await post(seller, front.original, other.original);
    await report(buyer, listing);
    await decide('remove');
    await appeal(await linkOf(seller));
    await appeal(await linkOf(buyer));
    await reverse('reporter');
    const [open] = await queue();
    expect(await statuses(open?.evidence.imageUrls ?? [])).toEqual([200, 200]);
    // Neither the report nor the photos are lost with the reporter.
    await erase(buyer);
    await shop.product.uploads.refreshWithheld();
    expect(await statuses(listing.images)).toEqual([404, 404]);
    expect(await statuses(listing.images.map(previewVariant))).toEqual([404, 404]);
    if (again) await decide(again);
    await reverse('person');
    expect((await shop.mails()).at(-1)?.text).toContain(text);
    expect(await shown(listing)).toEqual(listing.images);
    expect(await statuses(listing.images)).toEqual([200, 200]);
  });
});
