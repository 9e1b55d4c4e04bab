import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { createDiskStore } from '../../../../server/src/platform/media/disk-store.ts';
import { newPhotoKey } from '../../../../server/src/platform/media/media-key.ts';
import { createS3Store } from '../../../../server/src/platform/media/s3-store.ts';
import { sweepUnused } from '../../../../server/src/platform/media/sweep.ts';
import { sweepOrphans } from '../../../../server/src/platform/media/sweep-orphans.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { listingOf } from '../../../support/data/listing-form.ts';
import { phonePhoto, webpPicture } from '../../../support/data/pictures.ts';
import { readRows } from '../../../support/data/rows.ts';
import { startProxy } from '../../../support/peers/proxy.ts';
import { startS3 } from '../../../support/peers/s3.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

describeOnBothEngines('pictures in a bucket', ({ engine }) => {
  let shop: World;
  let seller: Actor;
  let objects: () => string[];
  let link: Awaited<ReturnType<typeof startProxy>>;
  const sweep = async (hours: number) => {
    const store = createS3Store(settings(), createLog('error'));
    await sweepUnused(shop.db, store, inHours(hours));
    return sweepOrphans({ db: shop.db, store }, inHours(hours));
  };
  let settings: () => ReturnType<Awaited<ReturnType<typeof startS3>>['settings']>;
  beforeEach(async () => {
    const peer = await startS3();
    link = await startProxy(peer.port);
    objects = peer.objects;
    settings = () => peer.settings(link.url);
    shop = await openWorld({ engine, env: peer.env(link.url), log: createLog('silent') });
    seller = await shop.join('marlow');
    onTestFinished(async () => {
      link.set('refuse');
      await link.close();
      await peer.close();
    });
  });
  const create = async () => {
    const photo = await shop.uploaded(seller, await phonePhoto({ width: 90, height: 120 }));
    const created = await shop.call('POST', '/api/listings', { as: seller, json: listingOf([photo]) });
    expect(created.status).toBe(201);
    return { photo, id: ((await created.json()) as { id: string }).id };
  };
  const remove = (id: string) => shop.call('DELETE', `/api/listings/${id}`, { as: seller });

  test('are shown in their listing', async () => {
    const { photo, id } = await create();
    expect(objects()).toHaveLength(4);
    for (const width of [320, 640, 1080, 1800]) {
      const shown = await shop.call('GET', photo.replace('-1800', `-${width}`));
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String((await shown.arrayBuffer()).byteLength),
      });
    }
    const etag = (await shop.call('HEAD', photo)).headers.get('etag') ?? '';
    expect((await shop.call('GET', photo, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(readdirSync(shop.dataDir)).not.toContain('media');

    expect((await remove(id)).ok).toBe(true);
    await vi.waitUntil(() => objects().length === 0);
    expect((await shop.call('GET', photo)).status).toBe(404);
  });

  test('are swept after an outage of the store', async () => {
    const stored = await create();
    const deleted = await shop.uploaded(seller, await webpPicture(20, 20));
    link.set('refuse');
    link.cut();
    const refused = await shop.upload(seller, await webpPicture(20, 20));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await refused.json()).toMatchObject({ code: 'storage_down' });
    expect((await shop.call('GET', stored.photo)).status).toBe(503);
    // A row records the files that the store may have received.
    const rows = () => readRows(shop.db, 'uploads');
    expect(await rows()).toHaveLength(3);
    // It does not count towards the member's storage.
    expect((await rows()).filter(({ bytes }) => bytes === 0)).toHaveLength(1);
    await expect(shop.product.uploads.discard([deleted.slice('/media/'.length)])).rejects.toMatchObject({
      code: 'storage_down',
    });
    expect(await rows()).toHaveLength(2);
    expect(objects()).toHaveLength(8);

    link.set('pass');
    // The row of the deleted picture is gone, but its files are not.
    expect(await sweep(23)).toBe(0);
    expect(objects()).toHaveLength(8);
    expect(await sweep(25)).toBe(4);
    expect(await sweep(25)).toBe(0);
    expect(objects()).toHaveLength(4);
    expect((await shop.call('GET', stored.photo)).status).toBe(200);
  });
});

describeOnBothEngines('files without a row', ({ engine }) => {
  test('are removed from disk after a day', async () => {
    const shop = await openWorld({ engine });
    const folder = join(shop.dataDir, 'media');
    const store = createDiskStore(folder);
    const orphan = newPhotoKey('01900000-0000-7000-8000-000000000001', 'front', new Date());
    await store.put(orphan, Buffer.from('x'));
    expect(await sweepOrphans({ db: shop.db, store }, inHours(1_000))).toBe(0);

    const seller = await shop.join('marlow');
    const stored = await shop.uploaded(seller, await webpPicture(20, 20));
    expect(await sweepOrphans({ db: shop.db, store }, inHours(1_000))).toBe(0);
    await store.put(orphan, Buffer.from('x'));
    expect(await sweepOrphans({ db: shop.db, store }, inHours(23))).toBe(0);
    expect(await sweepOrphans({ db: shop.db, store }, inHours(25))).toBe(1);
    expect(await store.read(orphan)).toBeNull();
    expect((await shop.call('GET', stored)).status).toBe(200);
  });
});
