import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPhotoIndex } from '../../../../server/src/safety/photo-matches/photo-index.ts';
import { describePhoto } from '../../../support/data/described-photo.ts';
import { COPIES, demoPhotos } from '../../../support/data/photo-copies.ts';
import { createRandom } from '../../../support/data/random.ts';

const FILES = demoPhotos().slice(0, 8);

test.each(Object.entries(COPIES))(
  'a copy that is %s is found',
  { tags: ['copied-photos'] },
  async (_, copyOf) => {
    const index = createPhotoIndex();
    const originals = await Promise.all(FILES.map((file) => describePhoto(file, sharp(file))));
    for (const { row } of originals) index.add(...row);
    const random = createRandom(1);
    for (const [i, file] of FILES.entries()) {
      const copy = await describePhoto('copy', sharp(await copyOf(file, random.next)));
      expect(index.find(copy), file).toContain(originals[i]?.id);
    }
  },
);
