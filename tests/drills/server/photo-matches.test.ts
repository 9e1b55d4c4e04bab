import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPhotoIndex } from '../../../server/src/safety/photo-matches/photo-index.ts';
import { describePhoto } from '../../support/data/described-photo.ts';
import { asPicture, COPIES, demoPhotos, madeUpPhoto } from '../../support/data/photo-copies.ts';
import { createRandom } from '../../support/data/random.ts';

const MADE_UP = 10_000;
const RECALL = 0.95;
/** The share of pairs of different photos that may count as the same. */
const FALSE_PAIRS = 1 / 10_000;

const itemOf = (file: string) => file.replace(/-[a-z]+\.webp$/, '');

test('at least 95 % of copies are found', {
  timeout: 900_000,
}, async () => {
  const random = createRandom(1);
  const index = createPhotoIndex();
  const demo = await Promise.all(
    demoPhotos().map(async (file) => ({ file, ...(await describePhoto(file, sharp(file))) })),
  );
  const files = new Map(demo.map(({ id, file }) => [id, file]));
  const madeUp: Awaited<ReturnType<typeof describePhoto>>[] = [];
  for (let n = 0; n < MADE_UP; n += 1) {
    madeUp.push(await describePhoto(`made up ${n}`, asPicture(madeUpPhoto(random.next))));
  }
  const all = [...demo, ...madeUp];
  for (const { row } of all) index.add(...row);

  const recall: Record<string, number> = {};
  for (const [kind, make] of Object.entries(COPIES)) {
    let found = 0;
    for (const { id, file } of demo) {
      const copy = await describePhoto('copy', sharp(await make(file, random.next)));
      if (index.find(copy).includes(id)) found += 1;
    }
    recall[kind] = found / demo.length;
  }

  const wrong = all.flatMap((photo) => index.find(photo).map((id) => [photo.id, id] as const));
  const different = wrong.filter(([one, other]) => one !== other);
  const ofDemo = different.filter(([one, other]) => files.has(one) && files.has(other));
  // Two pictures of one item are drawn from the same template, and belong to the same member.
  const ofItems = ofDemo.filter(
    ([one, other]) => itemOf(files.get(one) ?? '') !== itemOf(files.get(other) ?? ''),
  );
  const rates = {
    all: different.length / (all.length * (all.length - 1)),
    demo: ofItems.length / (demo.length * (demo.length - 1)),
  };
  console.log(
    `recall: ${Object.entries(recall)
      .map(([kind, share]) => `${kind} ${share.toFixed(3)}`)
      .join(', ')}; false pairs: ${different.length} of ${all.length * (all.length - 1)} among all, ` +
      `${ofItems.length} of ${demo.length * (demo.length - 1)} among different items of the demo`,
  );
  for (const [kind, share] of Object.entries(recall)) expect(share, kind).toBeGreaterThanOrEqual(RECALL);
  expect(rates.all).toBeLessThanOrEqual(FALSE_PAIRS);
  // The demo's items are drawn from a few templates: as hard as photos of the same model.
  expect(rates.demo).toBeLessThanOrEqual(2 * FALSE_PAIRS);
});
