import {
  LOGO_MAX_HEIGHTS,
  LOGO_MAX_WIDTHS,
  LOGO_MIN_HEIGHT,
  SHARE_SIZE,
} from '@selvedge/shared/instance/instance-pictures';
import sharp from 'sharp';
import { AppError } from '../core/errors.ts';
import { groundColor, groundOf } from './ground.ts';
import { type InstanceFile, openInstancePicture, pictureOf, pixelsOf } from './open-instance-picture.ts';

/** A logo as it is stored, without anything of the uploaded file but its pixels. */
export interface RenderedLogo {
  width: number;
  height: number;
  /** The end of its main file's name: its size, and the ground on which it is readable. */
  main: string;
  /** PNG bytes by the end of the file's name. */
  files: Map<string, Buffer>;
}

/** Four times the height in which pages show it. */
const LARGEST = { width: 1024, height: 128 };
/** Where a preview shows it: within the square that some apps cut out of the middle. */
const IN_PREVIEW = { width: 520, height: 260 };

const PNG = { compressionLevel: 9 } as const;

function requireShape({ width, height, isVector }: InstanceFile): void {
  const give = `Please choose one at least ${LOGO_MIN_HEIGHT} pixels high, or an SVG.`;
  if (!isVector && height < LOGO_MIN_HEIGHT)
    throw new AppError('invalid_input', `This logo is only ${height} pixels high. ${give}`);
  const shape = `Please choose one up to ${LOGO_MAX_WIDTHS} times as wide as high, and up to ${LOGO_MAX_HEIGHTS} times as high as wide.`;
  if (width > height * LOGO_MAX_WIDTHS)
    throw new AppError('invalid_input', `This logo is too wide for its height. ${shape}`);
  if (height > width * LOGO_MAX_HEIGHTS)
    throw new AppError('invalid_input', `This logo is too high for its width. ${shape}`);
}

/** @throws as `openInstancePicture`, and invalid_input for one too small, or too long for a page's head */
export async function renderLogo(path: string): Promise<RenderedLogo> {
  const file = await openInstancePicture(path, 'logo');
  requireShape(file);
  const pixels = await pixelsOf(file.draw(LARGEST));
  const { width, height } = pixels;
  const ground = groundOf(pixels);
  const main = `${width}x${height}-${ground}`;
  const middle = await pictureOf(await pixelsOf(file.draw(IN_PREVIEW)))
    .png()
    .toBuffer();
  const share = await sharp({ create: { ...SHARE_SIZE, channels: 3, background: groundColor(ground) } })
    .composite([{ input: middle }])
    .removeAlpha()
    .png(PNG)
    .toBuffer();
  const bytes = await pictureOf(pixels).png(PNG).toBuffer();
  return {
    ...{ width, height, main },
    files: new Map([
      [main, bytes],
      [`${main}-share`, share],
    ]),
  };
}
