import { open } from 'node:fs/promises';
import { headerOf, typeOf } from './decode-picture.ts';

/** A decoder takes at most 12 bytes per pixel for light pictures, as measured, and one pass over the file. */
const LIGHT_PIXELS_MAX = 25_000_000;
/**
 * The first scan of a JPEG must begin within this many bytes: phone photos have a few hundred kilobytes
 * before it.
 */
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

/**
 * Whether a JPEG has much data before its first scan, where libjpeg takes 20 times the bytes of an empty
 * marker. Markers without a length (ITU-T T.81, B.1.1.3) do not belong there.
 */
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

/**
 * Whether an uploaded file may take much memory or time. Most types count as heavy without being opened: even
 * reading their header may take both, as in an animation of a million frames.
 * @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels.
 */
export async function isHeavy(path: string): Promise<boolean> {
  if (!(await isPlain(await typeOf(path), path))) return true;
  const { width, height, isProgressive } = await headerOf(path);
  return isProgressive || width * height > LIGHT_PIXELS_MAX;
}
