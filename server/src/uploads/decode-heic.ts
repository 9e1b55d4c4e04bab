/// <reference path="./heic-decode.d.ts" />
import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import decode from 'heic-decode';
import sharp from 'sharp';

// The photos of iPhones. Their codec is patented, so sharp comes without it. The WebAssembly decoder can neither be
// interrupted nor gives its memory back: it is for the picture process alone.

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
 * Decodes a HEIC file.
 * @param pixelsMax it may have.
 * @param size the box in pixels into which the picture is fitted.
 * @param profile the ICC colour profile of the file.
 * @returns a PNG, upright, in the colours of the profile.
 * @throws what is wrong with a file that is damaged.
 */
export async function decodeHeic(
  path: string,
  pixelsMax: number,
  size: { width: number; height: number },
  profile: Buffer | undefined,
): Promise<Buffer> {
  const [image] = await decode.all({ buffer: await readFile(path) });
  // The decoder has read the header, too, and may see another size in it than the check before.
  if (!image || image.width * image.height > pixelsMax)
    throw new Error('no picture of a size that can be shown');
  const { width, height, data } = await image.decode();
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return profile ? withProfile(png, profile) : png;
}
