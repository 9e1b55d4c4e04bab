import { PROFILE_PICTURE_SIDE as SIDE } from '@selvedge/shared/platform/limits';
import sharp from 'sharp';
import { decodePicture } from './decode-picture.ts';

const CHANNELS = 4;
const RADIUS = SIDE / 2;

/** Makes a square picture transparent outside its circle; the edge is anti-aliased over one pixel. */
function cutCircle(rgba: Buffer): void {
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const distance = Math.hypot(x + 0.5 - RADIUS, y + 0.5 - RADIUS);
      const cover = Math.min(1, Math.max(0, RADIUS - distance + 0.5));
      const alpha = (y * SIDE + x) * CHANNELS + 3;
      rgba[alpha] = Math.round((rgba[alpha] ?? 0) * cover);
    }
  }
}

/** @throws as `decodePicture` */
export async function renderPortrait(path: string): Promise<Buffer> {
  const pixels = await decodePicture(path, (upright) =>
    upright
      .resize({ width: SIDE, height: SIDE, fit: 'cover' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
  );
  cutCircle(pixels);
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: CHANNELS } })
    .png()
    .toBuffer();
}
