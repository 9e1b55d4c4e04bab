import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { createDiskStore } from '../../../../server/src/platform/media/disk-store.ts';
import { sweepTemporary, sweepUnused } from '../../../../server/src/platform/media/sweep.ts';
import { listingOf } from '../../../support/data/listing-form.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const HOUR = 3_600_000;

describeOnBothEngines('the sweep', ({ engine }) => {
  let shop: World;
  let seller: Actor;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    seller = await shop.join('marlow');
  });
  const sweepIn = (hours: number) =>
    sweepUnused(shop.db, createDiskStore(join(shop.dataDir, 'media')), new Date(Date.now() + hours * HOUR));

  test('removes an upload that stays unused for a day', async () => {
    const picture = await webpPicture(20, 20);
    const [used, unused] = [await shop.uploaded(seller, picture), await shop.uploaded(seller, picture)];
    const created = await shop.call('POST', '/api/listings', { as: seller, json: listingOf([used]) });
    expect(created.status).toBe(201);

    expect(await sweepIn(23)).toBe(0);
    expect(await sweepIn(25)).toBe(1);
    expect((await shop.call('GET', used)).status).toBe(200);
    expect((await shop.call('GET', unused)).status).toBe(404);
    expect(readdirSync(join(shop.dataDir, 'media', seller.id))).toHaveLength(4);

    const late = await shop.call('POST', '/api/listings', { as: seller, json: listingOf([unused]) });
    expect(late.status).toBe(400);
  });

  test('continues until nothing is left, even with many uploads', async () => {
    // The server's first sweep would remove some of them.
    await shop.product.uploads.close();
    const at = new Date(Date.now() - 48 * HOUR);
    const rows = Array.from({ length: 250 }, (_, n) => ({
      key: `${seller.id}/1000000000000-${String(n).padStart(32, '0')}-photo-1800.webp`,
      ownerId: seller.id,
      width: 1,
      height: 1,
      placeholder: '',
      createdAt: at,
    }));
    await shop.db.transact((tx) => tx.q.insert(tx.t.uploads).values(rows).returning());
    expect(await sweepIn(0)).toBe(250);
    expect(await sweepIn(0)).toBe(0);
  });
});

test('temporary files of a crashed process are removed later', async () => {
  const { dataDir } = await openWorld();
  const folder = join(dataDir, 'incoming');
  await sweepTemporary(folder);
  await mkdir(folder);
  const [old, fresh] = [join(folder, 'old'), join(folder, 'fresh')];
  for (const path of [old, fresh]) writeFileSync(path, '');
  const longAgo = (Date.now() - 2 * HOUR) / 1000;
  utimesSync(old, longAgo, longAgo);
  await sweepTemporary(folder);
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
});
