import { open } from 'node:fs/promises';
import { IMAGE_WIDTHS } from '@selvedge/shared/limits';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../errors.ts';
import './decoders.ts';

const PIXELS_MAX = 50_000_000;
/** Of light ones, a decoder takes at most 12 bytes a pixel, as measured, and time for one pass over the file. */
const LIGHT_PIXELS_MAX = 25_000_000;
/** In this many bytes, the first scan of a JPEG begins: photos of phones have some hundred kilobytes in front of it. */
const EARLY = 1024 * 1024;
/** The marker before a scan. */
const SCAN = 0xda;
const READABLE = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];
// Both AVIF and HEIC files may begin as the last, more general kind; their codec tells them apart.
const HEIC = ['image/heic', 'image/heif'];
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
  if (type && [...READABLE, ...HEIC].includes(type)) return type;
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

async function beginningOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a WebP is of the extended kind, which alone may be an animation (RFC 9649, 2.7). */
async function isExtended(path: string): Promise<boolean> {
  const before = 'RIFFsizeWEBP'.length;
  return (await beginningOf(path, before + 4)).toString('latin1', before) === 'VP8X';
}

/**
 * Whether a JPEG has much in front of its first scan: for an empty marker there, libjpeg takes 20 times its bytes. Such
 * without a length (ITU-T T.81, B.1.1.3) do not belong there.
 */
async function beginsLate(path: string): Promise<boolean> {
  const bytes = await beginningOf(path, EARLY);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === SCAN) return false;
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return true;
  }
  return true;
}

async function isPlain(type: string, path: string): Promise<boolean> {
  if (type === 'image/jpeg') return !(await beginsLate(path));
  return type === 'image/png' || (type === 'image/webp' && !(await isExtended(path)));
}

/**
 * Tells whether a file that somebody sent may take much memory or time. Most kinds are heavy unseen: even to read their
 * header may take both, as that of an animation of a million frames.
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels.
 */
export async function isHeavy(path: string): Promise<boolean> {
  if (!(await isPlain(await typeOf(path), path))) return true;
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
    const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
    if (compression !== 'hevc') return await read(sharp(path, options).autoOrient());
    // Imported late: its decoder takes memory and time to load.
    const { decodeHeic } = await import('./decode-heic.ts');
    return await read(sharp(await decodeHeic(path, PIXELS_MAX, LARGEST, icc), options));
  } catch (error) {
    throw unreadable(error);
  }
}
