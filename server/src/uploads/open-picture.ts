import { IMAGE_WIDTHS } from '@selvedge/shared/limits';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../errors.ts';
import { createTurns } from '../turns.ts';
import { codedPixelsOf } from './coded-size.ts';
import { decodeHeic } from './decode-heic.ts';
import './decoders.ts';

const PIXELS_MAX = 50_000_000;
/** Of AVIF and HEIC, as `codedPixelsOf` counts: even 65,535 × 762 are less. */
const CODED_PIXELS_MAX = 60_000_000;
/** How many headers are read at once, by all people together. */
const HEADERS_MAX = 2;
/** The widest variant that is kept, in pixels. */
export const WIDEST = Math.max(...IMAGE_WIDTHS);
/** A variant is at most this many times as high as wide: 1800 × 8 stays below the 16,383 pixels of WebP. */
export const TALLEST = 8;
const LARGEST = { width: WIDEST, height: WIDEST * TALLEST };

const PLAIN = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif'];
// Both AVIF and HEIC files may begin as the last, more general kind; their codec tells them apart.
const HEIF = ['image/avif', 'image/heic', 'image/heif'];
const WHAT_WORKS = 'Please choose a JPEG, PNG, WebP, GIF, AVIF or HEIC picture.';

/**
 * A picture above this is heavy, and so is any AVIF or HEIC. The most that was measured of a decoder is 26 bytes a pixel
 * for AVIF, which makes 1.2 GB of a file of one kilobyte, 10 for HEIC, and 12 for the other formats.
 */
const LIGHT_PIXELS_MAX = 25_000_000;

// One thread for each picture, since two are decoded at once; and no cache, since no file is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

const unsupported = (message: string) => new AppError('unsupported_type', `${message} ${WHAT_WORKS}`);
const unreadable = (cause: unknown) =>
  new AppError('invalid_input', 'This picture is damaged or incomplete. Please choose another.', { cause });

/** A file that somebody sent, recognized and small enough, and not decoded yet. */
export interface Picture {
  /** It takes much memory while it is decoded. */
  isHeavy: boolean;
  /**
   * Decodes it, on other threads.
   * @param read takes from the picture what is wanted of it: it is upright, and the first frame of an animation.
   * @throws invalid_input when it is damaged, which is also what any error of `read` is held for.
   */
  decode<T>(read: (upright: Sharp) => Promise<T>): Promise<T>;
}

const headerInTurn = createTurns(HEADERS_MAX);

async function readHeader(path: string, isHeif: boolean): Promise<Metadata & { isTooLarge: boolean }> {
  // Before libheif, which reads 50 MB of tiny boxes for 15 seconds.
  const coded = isHeif ? await codedPixelsOf(path) : 0;
  const header = await sharp(path, { limitInputPixels: false }).metadata();
  return { ...header, isTooLarge: coded > CODED_PIXELS_MAX || header.width * header.height > PIXELS_MAX };
}

/**
 * Detects by its bytes what a file is, and checks the size in its header, without decoding it.
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels.
 */
export async function openPicture(path: string): Promise<Picture> {
  const type = (await fileTypeFromFile(path))?.mime;
  if (!type || ![...PLAIN, ...HEIF].includes(type)) throw unsupported('This file is not a picture.');

  const header = await headerInTurn(() => readHeader(path, HEIF.includes(type))).catch((error) => {
    throw unreadable(error);
  });
  const { format, compression, width, height, icc } = header;
  if (header.isTooLarge) {
    throw new AppError('invalid_input', 'This picture is too large (max 50 megapixels).');
  }
  if (format === 'heif' && compression !== 'av1' && compression !== 'hevc') {
    throw unsupported('This kind of HEIF picture cannot be shown here.');
  }
  const source = () =>
    compression === 'hevc' ? decodeHeic({ path, pixelsMax: PIXELS_MAX }, LARGEST, icc) : path;
  return {
    isHeavy: format === 'heif' || width * height > LIGHT_PIXELS_MAX,
    async decode(read) {
      try {
        const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
        return await read(sharp(await source(), options).autoOrient());
      } catch (error) {
        throw unreadable(error);
      }
    },
  };
}
