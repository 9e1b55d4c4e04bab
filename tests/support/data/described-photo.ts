import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { v5 as uuidv5 } from 'uuid';
import { hashPicture } from '../../../server/src/platform/media/photo-hash.ts';
import type { Photo } from '../../../server/src/safety/photo-matches/photo-index.ts';

const NAMESPACE = '0197a000-0000-7000-8000-000000000000';

/** What the pipeline stores of a picture that is compared; `name` determines its id. */
export async function describePhoto(name: string, picture: Sharp) {
  const { hash, views } = await hashPicture(picture.clone());
  const { data, info } = await picture
    .clone()
    .resize({ width: 100, height: 100, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const placeholder = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  const id = uuidv5(name, NAMESPACE);
  const row: [id: string, photo: Photo] = [id, { hash, placeholder }];
  return { id, views, placeholder, row };
}
