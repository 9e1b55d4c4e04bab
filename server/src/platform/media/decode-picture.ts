import { IMAGE_WIDTHS } from '@selvedge/shared/platform/limits';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../core/errors.ts';
import './decoders.ts';

export const PIXELS_MAX = 50_000_000;
// Both AVIF and HEIC files may be detected as the last, more general type; their codec distinguishes them.
const READABLE = [
  ...['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif'],
  ...['image/avif', 'image/heic', 'image/heif'],
];
const SUPPORTED_TYPES = 'Please choose a JPEG, PNG, WebP, GIF, AVIF or HEIC picture.';

export const WIDEST = Math.max(...IMAGE_WIDTHS);
/** Height by width, at most: 1800 × 8 stays below WebP's limit of 16,383 pixels. */
export const ASPECT_MAX = 8;
const LARGEST = { width: WIDEST, height: WIDEST * ASPECT_MAX };

// One thread per picture, since two are decoded at a time; no cache, since no file is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

const unsupported = (message: string) => new AppError('unsupported_type', `${message} ${SUPPORTED_TYPES}`);
export function unreadable(cause: unknown) {
  return new AppError('invalid_input', 'This picture is damaged or incomplete. Please choose another.', {
    cause,
  });
}

/** Detects the MIME type from the file's bytes. @throws unsupported_type */
export async function typeOf(path: string): Promise<string> {
  const type = (await fileTypeFromFile(path))?.mime;
  if (type && READABLE.includes(type)) return type;
  throw unsupported('This file is not a picture.');
}

const readHeader = (path: string) => sharp(path, { limitInputPixels: false }).metadata();

/** @throws invalid_input when it is damaged or above 50 megapixels. */
export async function headerOf(path: string, read = () => readHeader(path)): Promise<Metadata> {
  const header = await read().catch((error) => {
    throw unreadable(error);
  });
  if (header.width * header.height > PIXELS_MAX) {
    throw new AppError('invalid_input', 'This picture is too large (max 50 megapixels).');
  }
  return header;
}

/**
 * @param read gets the picture upright, of an animation the first frame; its errors count as damage
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels
 */
export async function decodePicture<T>(path: string, read: (upright: Sharp) => Promise<T>): Promise<T> {
  const { format, compression, icc } = await headerOf(path);
  if (format === 'heif' && compression !== 'av1' && compression !== 'hevc') {
    throw unsupported('This kind of HEIF picture cannot be shown here.');
  }
  try {
    const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
    if (compression !== 'hevc') return await read(sharp(path, options).autoOrient());
    // Imported lazily: its decoder takes memory and time to load.
    const { decodeHeic } = await import('./decode-heic.ts');
    return await read(sharp(await decodeHeic(path, PIXELS_MAX, LARGEST, icc), options));
  } catch (error) {
    throw unreadable(error);
  }
}
