import { IMAGE_WIDTHS } from '@selvedge/shared/limits';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { AppError } from '../errors.ts';
import { decodeHeic } from './decode-heic.ts';
import './decoders.ts';

/** A picture as it is stored: re-encoded from its pixels, so that no metadata of the original is left. */
export interface RenderedPicture {
  /** Pixels of the widest variant. */
  width: number;
  height: number;
  /** ThumbHash in base64. */
  placeholder: string;
  /** WebP bytes by the width in their name; a narrower picture has its own width under every name. */
  variants: Map<number, Buffer>;
}

export const PIXELS_MAX = 50_000_000;
const WIDEST = Math.max(...IMAGE_WIDTHS);
/** A variant is at most this many times as high as wide: 1800 × 8 stays below the 16,383 pixels of WebP. */
const TALLEST = 8;
const LARGEST = { width: WIDEST, height: WIDEST * TALLEST };
/** Out of 100. An 1800 × 2400 photo of noisy weave, the hardest kind, then takes about half a megabyte. */
const QUALITY = 75;
/** Out of 6. Takes less than half the time of 4, the default, for 4 % more bytes, as measured on photos of cloth. */
const EFFORT = 2;
/** ThumbHash takes at most 100 × 100. */
const PLACEHOLDER_SIDE = 100;

const READABLE = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];
// Both AVIF and HEIC files may begin as the last, more general kind; their codec tells them apart.
const HEIC = ['image/heic', 'image/heif'];
const WHAT_WORKS = 'Please choose a JPEG, PNG, WebP, GIF, AVIF or HEIC picture.';

// One thread for each picture, since two are decoded at once; and no cache, since no file is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

const unsupported = (message: string) => new AppError('unsupported_type', `${message} ${WHAT_WORKS}`);
export const unreadable = (cause: unknown) =>
  new AppError('invalid_input', 'This picture is damaged or incomplete. Please choose another.', { cause });

/**
 * Detects by its bytes what a file is, and checks the size in its header, without decoding it.
 * @returns what sharp can read: the file itself, or a HEIC picture as a PNG that is as large as any that is kept.
 */
export async function openPicture(path: string): Promise<string | Buffer> {
  const type = (await fileTypeFromFile(path))?.mime;
  if (!type || ![...READABLE, ...HEIC].includes(type)) throw unsupported('This file is not a picture.');

  const header: Metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw unreadable(error);
    });
  if (header.width * header.height > PIXELS_MAX) {
    throw new AppError('invalid_input', 'This picture is too large (max 50 megapixels).');
  }
  if (header.format !== 'heif' || header.compression === 'av1') return path;
  if (header.compression !== 'hevc') throw unsupported('This kind of HEIF picture cannot be shown here.');
  return decodeHeic({ path, pixelsMax: PIXELS_MAX }, LARGEST, header.icc).catch((error) => {
    throw unreadable(error);
  });
}

const fitted = (picture: Sharp, width: number) =>
  picture.resize({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true });

/** Decodes a file upright at the largest size that is kept: raw sRGB, 8 bits; only the first frame of an animation. */
const decode = (source: string | Buffer) =>
  fitted(sharp(source, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient(), WIDEST)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error) => {
      throw unreadable(error);
    });

/**
 * Turns a file that somebody sent into the pictures that are shown. Works on other threads.
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels.
 */
export async function renderPicture(path: string): Promise<RenderedPicture> {
  const { data, info } = await decode(await openPicture(path));
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });

  const variants = new Map<number, Buffer>();
  let whole: Buffer | undefined;
  for (const named of IMAGE_WIDTHS) {
    const { data: bytes, info: size } = whole
      ? { data: whole, info }
      : await fitted(decoded(), named)
          .webp({ quality: QUALITY, effort: EFFORT })
          .toBuffer({ resolveWithObject: true });
    variants.set(named, bytes);
    // Pictures are never enlarged: from here on all variants are the same.
    if (size.width === width && size.height === height) whole = bytes;
  }
  const small = await decoded()
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(small.info.width, small.info.height, small.data);
  return {
    width,
    height,
    placeholder: Buffer.from(hash).toString('base64'),
    variants,
  };
}
