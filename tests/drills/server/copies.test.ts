import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPhotoIndex } from '../../../server/src/safety/photo-matches/photo-index.ts';
import { describePhoto } from '../../support/data/described-photo.ts';
import { COPIES, demoPhotos } from '../../support/data/photo-copies.ts';
import { createRandom } from '../../support/data/random.ts';

/** Drawn alike, in different colours. */
const CAPS = /(ballcap-rust-corduroy|wool-cap-charcoal)-front/;
/** A few of the demo's pictures; `tests/drills/server/photo-matches.test.ts` has all, and thousands of others. */
const FILES = demoPhotos().filter((file, i) => i % 12 === 0 || CAPS.test(file));

test('copies are found by the hash of the original', async () => {
  const random = createRandom(1);
  const index = createPhotoIndex();
  for (const file of FILES) index.add(...(await describePhoto(file, sharp(file))).row);
  let [found, wrong] = [0, 0];
  for (const make of Object.values(COPIES)) {
    for (const file of FILES) {
      const { id } = await describePhoto(file, sharp(file));
      const copy = await describePhoto('copy', sharp(await make(file, random.next)));
      const ids = index.find(copy);
      if (ids.includes(id)) found += 1;
      wrong += ids.filter((one) => one !== id).length;
    }
  }
  expect(found / (FILES.length * Object.keys(COPIES).length)).toBeGreaterThanOrEqual(0.95);
  expect(wrong).toBe(0);
});
