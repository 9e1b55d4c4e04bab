import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { newPhotoKey } from '../../../../server/src/platform/media/media-key.ts';
import { QUOTA } from '../../../../server/src/platform/media/receive-picture.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { insertRows, readRows } from '../../../support/data/rows.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

describeOnBothEngines("a member's photo storage", ({ engine }) => {
  let shop: World;
  let seller: Actor;
  let picture: Blob;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    seller = await shop.join('marlow');
    picture = await webpPicture(12, 16);
  });

  const store = (count: number, bytes: number) =>
    insertRows(
      shop.db,
      'uploads',
      Array.from({ length: count }, () => {
        const createdAt = new Date();
        const key = newPhotoKey(seller.id, randomUUID(), createdAt);
        return { key, ownerId: seller.id, width: 3, height: 4, placeholder: 'AAAA', bytes, createdAt };
      }),
    );

  test('is limited to 2,000 photos per member', { tags: ['storage-quota'] }, async () => {
    expect(QUOTA.pictures).toBe(2_000);
    for (let i = 0; i < 4; i += 1) await store(i === 3 ? 499 : 500, 1);
    expect((await shop.upload(seller, picture)).status).toBe(201);
    const refused = await shop.upload(seller, picture);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'You have used all your photo storage. Please remove old listings.',
      },
    ]);
    expect(shop.temporaryFiles()).toEqual([]);
    expect((await shop.upload(await shop.join('other'), picture)).status).toBe(201);
  });

  test('is limited to 500 MB of stored files', { tags: ['storage-quota'] }, async () => {
    expect(QUOTA.bytes).toBe(524_288_000);
    expect((await shop.upload(seller, picture)).status).toBe(201);
    const [{ bytes } = { bytes: 0 }] = await readRows(shop.db, 'uploads');
    // The four variants of a small picture are the same size.
    expect(bytes).toBeGreaterThan(100);
    await store(1, QUOTA.bytes - bytes - 1);
    expect((await shop.upload(seller, picture)).status).toBe(201);
    expect((await shop.upload(seller, picture)).status).toBe(409);
  });
});
