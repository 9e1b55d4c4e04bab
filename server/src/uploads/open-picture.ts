import { open } from 'node:fs/promises';
import { IMAGE_WIDTHS } from '@selvedge/shared/limits';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../errors.ts';
import { decodeHeic } from './decode-heic.ts';
import './decoders.ts';

const PIXELS_MAX = 50_000_000;
/** Of these, a decoder takes at most 12 bytes a pixel, as measured, and time for one pass over the file. */
const LIGHT = ['image/jpeg', 'image/png', 'image/webp'];
const LIGHT_PIXELS_MAX = 25_000_000;
// Both AVIF and HEIC files may begin as the last, more general kind; their codec tells them apart.
const HEAVY = ['image/apng', 'image/gif', 'image/avif', 'image/heic', 'image/heif'];
const WHAT_WORKS = 'Please choose a JPEG, PNG, WebP, GIF, AVIF or HEIC picture.';

/** The widest variant that is kept, in pixels. */
export const WIDEST = Math.max(...IMAGE_WIDTHS);
/** A variant is at most this many times as high as wide: 1800 × 8 stays below the 16,383 pixels of WebP. */
export const TALLEST = 8;
const LARGEST = { width: WIDEST, height: WIDEST * TALLEST };

// One thread for each picture, since two are decoded at once; and no cache, since no file is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

const unsupported = (message: string) => new AppError('unsupported_type', `${message} ${WHAT_WORKS}`);
const unreadable = (cause: unknown) =>
  new AppError('invalid_input', 'This picture is damaged or incomplete. Please choose another.', { cause });

async function typeOf(path: string): Promise<string> {
  const type = (await fileTypeFromFile(path))?.mime;
  if (type && [...LIGHT, ...HEAVY].includes(type)) return type;
  throw unsupported('This file is not a picture.');
}

async function headerOf(path: string): Promise<Metadata> {
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw unreadable(error);
    });
  if (header.width * header.height > PIXELS_MAX) {
    throw new AppError('invalid_input', 'This picture is too large (max 50 megapixels).');
  }
  return header;
}

/** Whether a WebP is of the extended kind, which alone may be an animation (RFC 9649, 2.7). */
async function isExtended(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 'RIFFsizeWEBP'.length);
    return buffer.toString('latin1') === 'VP8X';
  } finally {
    await file.close();
  }
}

/**
 * Tells whether a file that somebody sent may take much memory or time. Some kinds are heavy unseen: even to read their
 * header may take both, as that of an animation of a million frames.
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels.
 */
export async function isHeavy(path: string): Promise<boolean> {
  const type = await typeOf(path);
  if (!LIGHT.includes(type) || (type === 'image/webp' && (await isExtended(path)))) return true;
  const { width, height, isProgressive } = await headerOf(path);
  return isProgressive || width * height > LIGHT_PIXELS_MAX;
}

/**
 * Decodes a file that somebody sent.
 * @param read takes from the picture what is wanted of it: it is upright, and the first frame of an animation.
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels; any error of `read` is taken for
 * damage.
 */
export async function decodePicture<T>(path: string, read: (upright: Sharp) => Promise<T>): Promise<T> {
  await typeOf(path);
  const { format, compression, icc } = await headerOf(path);
  if (format === 'heif' && compression !== 'av1' && compression !== 'hevc') {
    throw unsupported('This kind of HEIF picture cannot be shown here.');
  }
  try {
    const source = compression === 'hevc' ? await decodeHeic(path, PIXELS_MAX, LARGEST, icc) : path;
    return await read(sharp(source, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient());
  } catch (error) {
    throw unreadable(error);
  }
}
