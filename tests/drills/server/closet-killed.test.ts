import type { Listing } from '@selvedge/shared/items/listings';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { hashPicture } from '../../../server/src/platform/media/photo-hash.ts';
import { areSamePhoto, smallPhotos } from '../../support/data/photo-copies.ts';
import { type SignedUp, signUp } from '../../support/people/account.ts';
import { closetFields, closetOf, goodCloset, zipOf } from '../../support/people/closet.ts';
import { prepareDrill } from '../../support/servers/drill.ts';

const KILLS = 3;
const ROWS = Number(process.env.SELVEDGE_TEST_ROWS ?? 60);
const PHOTOS_EACH = 3;
const PATIENCE = { timeout: 600_000, interval: 20 };

const here = await prepareDrill();
const there = await prepareDrill();

async function listingsOf(member: SignedUp): Promise<Listing[]> {
  const all: Listing[] = [];
  for (let path = `/api/listings?limit=100&seller=${member.id}`; path; ) {
    const response = await member.request('GET', path);
    all.push(...((await response.json()) as Listing[]));
    path = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  }
  const place = ({ title }: Listing) => Number(title.replace('Coat ', ''));
  return all.toSorted((a, b) => place(a) - place(b));
}

async function hashesOf(member: SignedUp, { images }: Listing): Promise<string[]> {
  const hashes = [];
  for (const image of images) {
    const photo = await member.request('GET', image);
    hashes.push((await hashPicture(sharp(Buffer.from(await photo.arrayBuffer())))).hash);
  }
  return hashes;
}

test('a closet moves to a server that is killed amid its import, each row once', async () => {
  const [marlow, odile] = [await signUp(here.url, 'marlow'), await signUp(there.url, 'odile')];
  const pictures = (await smallPhotos()).map(({ original }) => original);
  const { csv, photos } = await goodCloset(ROWS, PHOTOS_EACH, pictures);
  const mine = closetOf(marlow);
  const first = await mine.start(mine.actor, zipOf(csv, photos));
  await vi.waitUntil(async () => (await mine.details(mine.actor, first.id)).isDone, PATIENCE);

  const { actor, start, details } = closetOf(odile);
  const { id } = await start(actor, await mine.download(mine.actor));
  const counts: number[] = [];
  const began = performance.now();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = (kill * ROWS) / (KILLS + 1);
    await vi.waitUntil(async () => (await details(actor, id)).posted >= enough, PATIENCE);
    await there.kill();
    await there.start();
    counts.push((await details(actor, id)).posted);
  }
  await vi.waitUntil(async () => (await details(actor, id)).isDone, PATIENCE);
  const seconds = (performance.now() - began) / 1000;

  const { posted, failed } = await details(actor, id);
  expect([posted, failed]).toEqual([ROWS, 0]);
  const [before, after] = [await listingsOf(marlow), await listingsOf(odile)];
  expect(before).toHaveLength(ROWS);
  expect(after.map(closetFields)).toEqual(before.map(closetFields));
  const different = [];
  for (const [at, listing] of before.entries()) {
    const [old, fresh] = [await hashesOf(marlow, listing), await hashesOf(odile, after[at] as Listing)];
    if (old.length !== fresh.length || !old.every((hash, i) => areSamePhoto(hash, fresh[i] ?? '')))
      different.push(listing.title);
  }
  expect(different).toEqual([]);
  console.log(
    `killed ${KILLS} times, after ${counts.join(', ')} of ${ROWS} rows: each came in once, in ${seconds.toFixed(0)} s`,
  );
}, 1_800_000);
