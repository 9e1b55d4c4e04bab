import type { Listing } from '@selvedge/shared/items/listings';
import type { Report } from '@selvedge/shared/safety/reports';
import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { mediaUrl } from '../../../../server/src/platform/core/media-url.ts';
import { deleteExpiredHashes } from '../../../../server/src/safety/photo-matches/delete-expired.ts';
import { photoMatchesOf } from '../../../../server/src/safety/photo-matches/feature.ts';
import { listingOf } from '../../../support/data/listing-form.ts';
import { smallPhotos } from '../../../support/data/photo-copies.ts';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const [jeans, , cardigan] = await smallPhotos();
if (!jeans || !cardigan) throw new Error('the demo has too few pictures');

let shop: World;
let owner: Actor;
let copier: Actor;
let admin: Actor;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  owner = await shop.join('Marlow');
  copier = await shop.join('Odile');
  admin = await shop.join('Ines', { isAdmin: true });
}

const post = async (as: Actor, files: Blob[], changes = {}) => {
  const images: string[] = [];
  for (const file of files) images.push(await shop.uploaded(as, file));
  const response = await shop.call('POST', '/api/listings', { as, json: listingOf(images, changes) });
  expect(response.status).toBe(201);
  return (await response.json()) as Listing;
};
const remove = (as: Actor, { id }: Listing) => shop.call('DELETE', `/api/listings/${id}`, { as });
const anotherNode = async () => photoMatchesOf((await openWorld({ env: shop.env })).product.ctx);
const queue = async () => {
  await photoMatchesOf(shop.product.ctx).kick();
  return (await (await shop.call('GET', '/api/admin/reports', { as: admin })).json()) as Report[];
};
const statusOf = async (url: string) => (await shop.call('GET', url)).status;

describeOnBothEngines('the same photo in the listings of two members', ({ engine }) => {
  beforeEach(() => open(engine));

  test('is reported to the admins only', {
    tags: ['copied-photos'],
  }, async () => {
    const first = await post(owner, [cardigan.original, jeans.original], { title: 'Own jeans' });
    const second = await post(copier, [jeans.copy], { title: 'Copied jeans' });
    const [report, ...others] = await queue();
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      ...{ subject: 'listing', subjectId: second.id, reason: 'same_photo', details: null, reporter: null },
      person: { username: 'Odile' },
      evidence: {
        title: 'Copied jeans',
        imageUrls: second.images,
        samePhotos: {
          person: { username: 'Marlow' },
          photos: [
            {
              imageUrl: second.images[0],
              otherImageUrl: expect.stringMatching(new RegExp(`^${first.images[1]}\\?for=`)),
              otherListing: { id: first.id, title: 'Own jeans', isRemoved: false },
            },
          ],
        },
      },
    });
    expect(shop.events.map(({ event }) => event)).toEqual(['listing:new', 'listing:new']);
  });

  test('of a removed listing is forgotten after a year', async () => {
    const removed = await post(owner, [jeans.original]);
    const suspended = await post(owner, [cardigan.original]);
    const shown = await post(copier, [jeans.copy]);
    await photoMatchesOf(shop.product.ctx).kick();
    await remove(owner, removed);
    const { db } = shop;
    await updateRows(db, 'listings', { removedAt: new Date(), isSuspended: true }, { id: suspended.id });
    const left = async () =>
      (await db.read(({ q, t }) => q.select({ id: t.photoHashes.listingId }).from(t.photoHashes)))
        .map(({ id }) => id)
        .sort();
    const DAY = 24 * 3_600_000;
    await deleteExpiredHashes(db, new Date(Date.now() + 364 * DAY));
    expect(await left()).toEqual([removed.id, suspended.id, shown.id].sort());
    await deleteExpiredHashes(db, new Date(Date.now() + 366 * DAY));
    expect(await left()).toEqual([suspended.id, shown.id].sort());
  });

  test('compared by two nodes is reported once', async () => {
    const node = await anotherNode();
    const [one, other] = [
      await shop.uploaded(owner, jeans.original),
      await shop.uploaded(copier, jeans.copy),
    ];
    await Promise.all([
      shop.call('POST', '/api/listings', { as: owner, json: listingOf([one]) }),
      shop.call('POST', '/api/listings', { as: copier, json: listingOf([other]) }),
      node.kick(),
    ]);
    await Promise.all([node.kick(), photoMatchesOf(shop.product.ctx).kick()]);
    expect(await queue()).toHaveLength(1);
  });

  test('is forgotten with the account of its owner', async () => {
    const first = await post(owner, [jeans.original]);
    await post(copier, [jeans.copy]);
    const part = photoMatchesOf(shop.product.ctx).personalData;
    let text = '';
    for await (const { content } of part?.files(owner.id) ?? [])
      for await (const chunk of content) text += String(chunk);
    expect(text).toContain(first.id);
    await shop.db.transact(async (tx) => part?.erase(tx, owner.id));
    const left = await readRows(shop.db, 'photoHashes', { ownerId: owner.id });
    expect(left).toEqual([]);
  });
});

describeOnEngines('the same photo in the listings of two members', ({ engine }) => {
  beforeEach(() => open(engine));

  test("is not reported for a member's own photos", async () => {
    const first = await post(owner, [jeans.original]);
    await post(owner, [jeans.copy]);
    await remove(owner, first);
    await post(owner, [jeans.copy]);
    await post(copier, [cardigan.original]);
    expect(await queue()).toEqual([]);
  });

  test.each(['a new listing', 'a listing on sale'])(
    'is reported as the proof photo of %s',
    { tags: ['copied-photos'] },
    async (which) => {
      await post(owner, [jeans.original]);
      const own = await post(copier, [cardigan.original]);
      const isNew = which === 'a new listing';
      const path = isNew ? '/api/proof-code' : `/api/listings/${own.id}/proof-code`;
      const { code } = (await (await shop.call('POST', path, { as: copier })).json()) as { code: string };
      const proof = { code, image: await shop.uploaded(copier, jeans.copy) };
      if (isNew) await post(copier, [], { proof, images: [await shop.uploaded(copier, cardigan.copy)] });
      else await shop.call('PUT', `/api/listings/${own.id}/proof-photo`, { as: copier, json: proof });
      const [report] = await queue();
      expect(report?.evidence).toMatchObject({ samePhotos: { photos: [{ imageUrl: proof.image }] } });
    },
  );

  test('is reported when it is added later', async () => {
    await post(owner, [jeans.original, cardigan.original]);
    const listing = await post(copier, [jeans.copy]);
    expect(await queue()).toHaveLength(1);
    const added = await shop.uploaded(copier, cardigan.copy);
    const { clientId: _, ...form } = listingOf([...listing.images, added]);
    await shop.call('PUT', `/api/listings/${listing.id}`, { as: copier, json: form });
    const [report, ...others] = await queue();
    expect(others).toEqual([]);
    expect(report?.evidence.imageUrls).toEqual([...listing.images, added]);
    expect(report?.evidence.samePhotos?.photos.map(({ imageUrl }) => imageUrl)).toEqual([
      listing.images[0],
      added,
    ]);
    await shop.call('PUT', `/api/listings/${listing.id}`, { as: copier, json: form });
    expect((await queue())[0]?.evidence.samePhotos?.photos).toHaveLength(2);
  });

  test('in several listings of a day is one report', {
    tags: ['copied-photo-reports'],
  }, async () => {
    await post(owner, [jeans.original]);
    const third = await post(await shop.join('Third'), [cardigan.original]);
    await post(copier, [jeans.copy]);
    await queue();
    const again = await post(copier, [cardigan.copy], { title: 'Copied cardigan' });
    const reports = await queue();
    const more = [{ listingId: again.id, title: 'Copied cardigan', otherListingId: third.id }];
    expect(reports.map(({ evidence }) => evidence.samePhotos?.more)).toEqual([more]);
  });

  test('uploaded again with each edit is shown once', { tags: ['copied-photo-reports'] }, async () => {
    await post(owner, [jeans.original]);
    const listing = await post(copier, [jeans.copy]);
    for (const _ of [1, 2]) {
      await queue();
      const { clientId: __, ...form } = listingOf([await shop.uploaded(copier, jeans.copy)]);
      await shop.call('PUT', `/api/listings/${listing.id}`, { as: copier, json: form });
    }
    expect((await queue()).map(({ evidence }) => evidence.samePhotos?.photos.length)).toEqual([1]);
  });

  test('of a removed listing is reported as a copy', async () => {
    const first = await post(owner, [jeans.original]);
    await photoMatchesOf(shop.product.ctx).kick();
    await remove(owner, first);
    await vi.waitFor(async () => expect(await statusOf(first.images[0] ?? '')).toBe(404));
    await post(copier, [jeans.copy]);
    const [photo] = (await queue())[0]?.evidence.samePhotos?.photos ?? [];
    expect(photo?.otherListing).toMatchObject({ id: first.id, isRemoved: true });
    const copy = Buffer.from(photo?.otherImageUrl?.split('data:image/webp;base64,')[1] ?? '', 'base64');
    expect(await sharp(copy).metadata()).toMatchObject({ format: 'webp', width: 160 });
  });

  test('keeps both files until an admin has decided', async () => {
    const first = await post(owner, [jeans.original]);
    const second = await post(copier, [jeans.copy]);
    const [report] = await queue();
    await remove(owner, first);
    await remove(copier, second);
    const both = [first, second].map(({ images }) => images[0] ?? '');
    await photoMatchesOf(shop.product.ctx).discardPhotos(both.map((url) => url.replace(mediaUrl(''), '')));
    for (const url of both) expect(await statusOf(url)).toBe(200);
    const json = { action: 'dismiss' };
    const resolved = await shop.call('POST', `/api/admin/reports/${report?.id}/resolve`, { as: admin, json });
    expect(resolved.status).toBe(204);
    for (const url of both) await vi.waitFor(async () => expect(await statusOf(url)).toBe(404));
    expect(await queue()).toEqual([]);
  });

  test('is reported for the later listing', async () => {
    await shop.product.closeFeature('photo-matches');
    await post(owner, [jeans.original]);
    const later = await post(copier, [jeans.copy]);
    const node = await anotherNode();
    await node.kick();
    expect((await queue()).map(({ subjectId }) => subjectId)).toEqual([later.id]);
  });

  test('is found after a restart', async () => {
    await shop.product.closeFeature('photo-matches');
    const { db } = shop;
    await post(owner, [jeans.original]);
    await db.transact(({ q, t }) => q.delete(t.photoHashes).returning());
    const waiting = await post(copier, [cardigan.original]);
    // The photos of an earlier release's listings have no hash, those that wait do.
    const node = await anotherNode();
    await node.kick();
    const hashes = () => readRows(db, 'photoHashes');
    await vi.waitFor(async () => expect(await hashes()).toHaveLength(2));
    expect((await hashes()).map(({ views }) => views)).toEqual([null, null]);
    const { clientId: _, ...form } = listingOf([await shop.uploaded(copier, jeans.copy)]);
    await shop.call('PUT', `/api/listings/${waiting.id}`, { as: copier, json: form });
    await node.kick();
    expect((await queue()).map(({ subjectId }) => subjectId)).toEqual([waiting.id]);
  });
});
