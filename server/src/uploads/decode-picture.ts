import { IMAGE_WIDTHS } from '@selvedge/shared/limits';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../errors.ts';
import { createTurns } from '../turns.ts';
import { decodeHeic } from './decode-heic.ts';
import './decoders.ts';

const PIXELS_MAX = 50_000_000;
/** The widest variant that is kept, in pixels. */
export const WIDEST = Math.max(...IMAGE_WIDTHS);
/** A variant is at most this many times as high as wide: 1800 × 8 stays below the 16,383 pixels of WebP. */
export const TALLEST = 8;
const LARGEST = { width: WIDEST, height: WIDEST * TALLEST };

const READABLE = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];
// Both AVIF and HEIC files may begin as the last, more general kind; their codec tells them apart.
const HEIC = ['image/heic', 'image/heif'];
const WHAT_WORKS = 'Please choose a JPEG, PNG, WebP, GIF, AVIF or HEIC picture.';

/**
 * As measured on files made to take most, decoders take about 25 bytes a pixel for AVIF and up to 12 for other formats:
 * a file of one kilobyte makes them take 1.2 GB. So AVIF, HEIC and whatever has more pixels than this is decoded one at
 * a time.
 */
const LIGHT_PIXELS = 25_000_000;
const heavyInTurn = createTurns(1);

// One thread for each picture, since two are decoded at once; and no cache, since no file is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

const unsupported = (message: string) => new AppError('unsupported_type', `${message} ${WHAT_WORKS}`);
const unreadable = (cause: unknown) =>
  new AppError('invalid_input', 'This picture is damaged or incomplete. Please choose another.', { cause });

/** Detects by its bytes what a file is, and checks the size in its header, without decoding it. */
async function readHeader(path: string): Promise<Metadata> {
  const type = (await fileTypeFromFile(path))?.mime;
  if (!type || ![...READABLE, ...HEIC].includes(type)) throw unsupported('This file is not a picture.');

  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw unreadable(error);
    });
  if (header.width * header.height > PIXELS_MAX) {
    throw new AppError('invalid_input', 'This picture is too large (max 50 megapixels).');
  }
  if (header.format === 'heif' && header.compression !== 'av1' && header.compression !== 'hevc') {
    throw unsupported('This kind of HEIF picture cannot be shown here.');
  }
  return header;
}

/**
 * Decodes a file that somebody sent, on other threads; heavy pictures one at a time.
 * @param read draws from the picture what is wanted of it: it is upright, and the first frame of an animation.
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels.
 */
export async function decodePicture<T>(path: string, read: (upright: Sharp) => Promise<T>): Promise<T> {
  const header = await readHeader(path);
  const decode = async () => {
    const source =
      header.compression === 'hevc'
        ? await decodeHeic({ path, pixelsMax: PIXELS_MAX }, LARGEST, header.icc)
        : path;
    return read(sharp(source, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient());
  };
  const isHeavy = header.format === 'heif' || header.width * header.height > LIGHT_PIXELS;
  return (isHeavy ? heavyInTurn(decode) : decode()).catch((error) => {
    throw unreadable(error);
  });
}
