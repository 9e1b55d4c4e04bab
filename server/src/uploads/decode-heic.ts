import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { HeicOrder, HeicPixels } from './heic-thread.ts';

// The photos of iPhones. Their codec is patented, so sharp comes without it. The WebAssembly decoder can neither be
// interrupted nor gives its memory back, so each picture is decoded on a thread of its own, which is then terminated.

// Beside this source file, or beside the bundle.
const FILE = import.meta.url.endsWith('.ts') ? './heic-thread.ts' : './heic-thread.js';
/** A photo of 48 megapixels takes a tenth of this; one that takes longer was crafted to. */
const LONGEST_MS = 60_000;

/** @throws whatever is wrong with the file, or Error when it takes too long. */
async function pixelsOf(order: HeicOrder): Promise<HeicPixels> {
  const thread = new Worker(new URL(FILE, import.meta.url), {
    workerData: order,
    stdout: true,
    stderr: true,
  });
  let clock: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      clock = setTimeout(() => reject(new Error('the picture takes too long')), LONGEST_MS);
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', () => reject(new Error('the thread has ended')));
    });
  } finally {
    clearTimeout(clock);
    await thread.terminate();
  }
}

const SIGNATURE_AND_HEADER = 33;

/** The PNG with this ICC colour profile embedded. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPphoto\0\0', 'latin1'), deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  const [head, rest] = [png.subarray(0, SIGNATURE_AND_HEADER), png.subarray(SIGNATURE_AND_HEADER)];
  return Buffer.concat([head, length, body, check, rest]);
}

/**
 * Decodes a HEIC file on a thread of its own.
 * @param size the box in pixels into which the picture is fitted.
 * @param profile the ICC colour profile of the file.
 * @returns a PNG, upright, in the colours of the profile.
 * @throws what is wrong with a file that is damaged.
 */
export async function decodeHeic(
  order: HeicOrder,
  size: { width: number; height: number },
  profile: Buffer | undefined,
): Promise<Buffer> {
  const { data, width, height } = await pixelsOf(order);
  const png = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return profile ? withProfile(png, profile) : png;
}
