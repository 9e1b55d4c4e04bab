import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '@selvedge/shared/items/listings';
import { expect, test } from 'vitest';
import { closetPart } from '../../../../server/src/items/closet/personal-data.ts';
import { textNamedJpeg } from '../../../support/data/pictures.ts';
import { readRows } from '../../../support/data/rows.ts';
import { bytesOf, goodCloset, openCloset, zipOf } from '../../../support/people/closet.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World, type WorldOptions } from '../../../support/world.ts';

describeOnBothEngines('a closet from a file', ({ engine }) => {
  async function open(options: WorldOptions = {}) {
    const world = await openWorld({ engine, ...options });
    const marlow = await world.join('marlow');
    const listings = async (): Promise<Listing[]> =>
      (await (await world.call('GET', '/api/users/marlow/listings')).json()) as Listing[];
    return { world, marlow, listings, ...openCloset(world) };
  }

  test('is posted with its photos', async () => {
    const { marlow, start, done, listings } = await open();
    const { csv, photos } = await goodCloset(3, 2);
    const { id } = await start(marlow, zipOf(csv, photos));
    const { rows, posted, total } = await done(marlow, id);
    expect([posted, total]).toEqual([3, 3]);
    const posts = await listings();
    expect(posts.map(({ title, price, images }) => [title, price, images.length])).toEqual([
      ['Coat 3', '3.50', 2],
      ['Coat 2', '2.50', 2],
      ['Coat 1', '1.50', 2],
    ]);
    expect(rows.map(({ listingId }) => listingId).toReversed()).toEqual(posts.map(({ id }) => id));
  });

  test('stores nothing for a preview', async () => {
    const { world, marlow, preview, listings } = await open();
    const { csv, photos } = await goodCloset(2);
    expect((await preview(marlow, zipOf(csv, photos))).rows).toHaveLength(2);
    expect([await listings(), await readRows(world.db, 'closetImports'), world.temporaryFiles()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('is posted once, however often it is sent', async () => {
    const { marlow, start, done, listings } = await open();
    const { csv, photos } = await goodCloset(2);
    for (const _ of [1, 2]) await done(marlow, (await start(marlow, zipOf(csv, photos))).id);
    expect(await listings()).toHaveLength(2);
  });

  test('names the rows that were posted before', async () => {
    const { world, marlow, start, done, listings } = await open();
    const { csv, photos } = await goodCloset(2);
    const file = zipOf(csv, photos);
    await done(marlow, (await start(marlow, file)).id);
    const uploads = (await readRows(world.db, 'uploads')).length;
    const [latest, first] = await listings();
    const again = await done(marlow, (await start(marlow, file)).id);
    expect(again).toMatchObject({ total: 2, posted: 0, repeated: 2, failed: 0 });
    expect(again.rows.map(({ state, listingId }) => [state, listingId])).toEqual([
      ['repeated', first?.id],
      ['repeated', latest?.id],
    ]);
    expect(await readRows(world.db, 'uploads')).toHaveLength(uploads);
  });

  test('names a listing that was removed since', async () => {
    const { world, marlow, start, done, listings } = await open();
    const { csv, photos } = await goodCloset(1);
    const file = zipOf(csv, photos);
    await done(marlow, (await start(marlow, file)).id);
    const [posted] = await listings();
    await world.call('DELETE', `/api/listings/${posted?.id}`, { as: marlow });
    expect((await done(marlow, (await start(marlow, file)).id)).rows).toMatchObject([
      { state: 'failed', problem: 'It was posted before, and its listing was removed.' },
    ]);
  });

  const told = (world: World) => world.events.filter(({ event }) => event === 'imports:changed').length;

  test('tells its member when it starts or ends', async () => {
    const { world, marlow, start, done } = await open();
    const { csv, photos } = await goodCloset(1);
    const { id } = await start(marlow, zipOf(csv, photos));
    expect(told(world)).toBeGreaterThan(0);
    await done(marlow, id);
    expect(told(world)).toBe(2);
  });

  test('tells its member when it waits or stops', async () => {
    const { world, marlow, start, details } = await open({ env: { RATE_LIMITS: 'on' } });
    const { csv, photos } = await goodCloset(21);
    const { id } = await start(marlow, zipOf(csv, photos));
    await expect.poll(async () => (await details(marlow, id)).waitsUntil, { timeout: 30_000 }).not.toBeNull();
    expect(told(world)).toBe(2);
    await world.call('DELETE', `/api/closet/imports/${id}`, { as: marlow });
    expect(told(world)).toBe(3);
  });

  test('is forgotten with its originals', async () => {
    const { world, marlow, start, done } = await open();
    const { csv, photos } = await goodCloset(1);
    const first = (await start(marlow, zipOf(csv, photos))).id;
    await done(marlow, first);
    // As if it could not be removed when its row ended.
    await world.product.ctx.media.originals.put(first, 0, new Uint8Array(1));
    for (let n = 0; n < 10; n += 1) await done(marlow, (await start(marlow, zipOf(csv, photos))).id);
    expect(readdirSync(join(world.dataDir, 'media/imports'))).toEqual([]);
  });

  test('is remembered among the last ten', async () => {
    const { world, marlow, start, done } = await open();
    const { csv, photos } = await goodCloset(1);
    const ids: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      const { id } = await start(marlow, zipOf(csv, photos));
      await done(marlow, id);
      ids.push(id);
    }
    const stored = await readRows(world.db, 'closetImports');
    expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.slice(1));
  });

  test('posts only the good rows', async () => {
    const { marlow, start, done, listings } = await open();
    const { csv, photos } = await goodCloset(2);
    const { id } = await start(marlow, zipOf(`${csv}\nParka,,Outerwear,L,Used,5,coat-1-1.jpg`, photos));
    expect((await done(marlow, id)).total).toBe(2);
    expect(await listings()).toHaveLength(2);
  });

  test('reports a photo that is none', async () => {
    const { world, marlow, start, done, listings } = await open();
    const { csv, photos } = await goodCloset(2);
    const { id } = await start(
      marlow,
      zipOf(csv, { ...photos, 'coat-1-1.jpg': await bytesOf(textNamedJpeg()) }),
    );
    const { rows, failed } = await done(marlow, id);
    expect([failed, rows[0]?.state, rows[1]?.state]).toEqual([1, 'failed', 'posted']);
    expect(rows[0]?.problem).toMatch(/image|picture|photo/i);
    expect(await listings()).toHaveLength(1);
    expect((await readRows(world.db, 'closetRows')).map(({ photos }) => photos)).toEqual([[], []]);
  });

  test('waits for the limits of its member', async () => {
    const { marlow, start, details, listings } = await open({ env: { RATE_LIMITS: 'on' } });
    const { csv, photos } = await goodCloset(21);
    const { id } = await start(marlow, zipOf(csv, photos));
    await expect.poll(async () => (await details(marlow, id)).waitsUntil, { timeout: 30_000 }).not.toBeNull();
    expect(await details(marlow, id)).toMatchObject({ posted: 20, failed: 0, isDone: false });
    expect(await listings()).toHaveLength(20);
  });

  test('takes one import at a time', async () => {
    const { marlow, start, sendTo, preview } = await open({ env: { RATE_LIMITS: 'on' } });
    const { csv, photos } = await goodCloset(21);
    const file = zipOf(csv, photos);
    const { match } = await preview(marlow, file);
    await start(marlow, file);
    const again = await sendTo('imports', marlow, file, match);
    expect([again.status, ((await again.json()) as { message: string }).message]).toEqual([
      409,
      'An import of yours is still running. Wait for it, or stop it.',
    ]);
  });

  test('is stopped with its originals', async () => {
    const { world, marlow, start, details } = await open({ env: { RATE_LIMITS: 'on' } });
    const { csv, photos } = await goodCloset(21);
    const { id } = await start(marlow, zipOf(csv, photos));
    await expect.poll(async () => (await details(marlow, id)).posted, { timeout: 30_000 }).toBe(20);
    expect((await world.call('DELETE', `/api/closet/imports/${id}`, { as: marlow })).status).toBe(204);
    expect(await readRows(world.db, 'closetRows')).toEqual([]);
  });

  test('is exported with what became of its rows', async () => {
    const { world, marlow, start, done } = await open();
    const { csv, photos } = await goodCloset(1);
    await done(marlow, (await start(marlow, zipOf(csv, photos))).id);
    const part = closetPart(world.product.ctx);
    const contents: string[] = [];
    for await (const { content } of part.files(marlow.id))
      for await (const piece of content) contents.push(String(piece));
    expect(JSON.parse(contents.join(''))).toMatchObject([
      { posted: 1, rows: [{ title: 'Coat 1', state: 'posted' }] },
    ]);
  });

  test('is erased with the account', async () => {
    const { world, marlow, start, done } = await open();
    const { csv, photos } = await goodCloset(1);
    await done(marlow, (await start(marlow, zipOf(csv, photos))).id);
    await world.db.transact((tx) => closetPart(world.product.ctx).erase(tx, marlow.id));
    expect(await readRows(world.db, 'closetImports')).toEqual([]);
  });

  test('is refused where proof photos are required', async () => {
    const { marlow, sendTo } = await open({ settings: { features: { proofPhoto: 'required' } } });
    expect((await sendTo('preview', marlow, 'title,brand\nCoat,Kapital')).status).toBe(409);
  });

  test('leaves no trace when switched off', async () => {
    const { world, marlow, sendTo } = await open({ features: ['offers'] });
    expect((await sendTo('preview', marlow, 'title,brand\nCoat,Kapital')).status).toBe(404);
    expect((await world.call('GET', '/api/closet.zip', { as: marlow })).status).toBe(404);
  });
});
