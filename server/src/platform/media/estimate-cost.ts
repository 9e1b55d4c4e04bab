import { open } from 'node:fs/promises';
import { type Cost, HEAVY } from './cost.ts';
import { headerOf, typeOf, unreadable } from './decode-picture.ts';
import { countScans } from './jpeg-scans.ts';

/** A decoder takes at most 12 bytes per pixel for light pictures, as measured, and one pass over the file. */
const LIGHT_PIXELS_MAX = 25_000_000;
/** A JPEG's first scan must begin within this: phone photos have a few hundred kilobytes before it. */
const HEADER_MAX_BYTES = 1024 * 1024;
/** The marker before a scan. */
const SCAN = 0xda;

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a WebP uses the extended format, the only one that allows animation (RFC 9649, 2.7). */
async function isExtended(path: string): Promise<boolean> {
  const before = 'RIFFsizeWEBP'.length;
  return (await readStart(path, before + 4)).toString('latin1', before) === 'VP8X';
}

// libjpeg takes 20 times the bytes of an empty marker. Markers without a length (ITU-T T.81, B.1.1.3) do not
// belong before the first scan.
async function beginsLate(path: string): Promise<boolean> {
  const bytes = await readStart(path, HEADER_MAX_BYTES);
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

/** What a decoder takes at most for a picture that is not heavy: once, and per million pixels. */
const BASE_MS = 100;
const MS_PER_MEGAPIXEL = 50;

/**
 * Most types count as heavy unopened: reading their header may take long, as of a million frames.
 * @throws unsupported_type, or invalid_input when it is damaged, above 50 megapixels, or made to take long
 */
export async function estimateCost(path: string): Promise<Cost> {
  const type = await typeOf(path);
  const scans = type === 'image/jpeg' ? await countScans(path) : 1;
  if (scans === null) throw unreadable('scans that repeat');
  if (!(await isPlain(type, path))) return HEAVY;
  const { width, height, isProgressive } = await headerOf(path);
  const isHeavy = isProgressive || width * height > LIGHT_PIXELS_MAX;
  return { isHeavy, ms: BASE_MS + (width * height * MS_PER_MEGAPIXEL * Math.max(1, scans / 3)) / 1_000_000 };
}
