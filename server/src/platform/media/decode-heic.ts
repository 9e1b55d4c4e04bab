/// <reference path="./heic-decode.d.ts" />
import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import decode from 'heic-decode';
import sharp from 'sharp';

// iPhone photos. Their codec is patented, so sharp ships without it. The WebAssembly decoder can be neither
// interrupted nor made to release its memory, so only the image worker uses it.

const SIGNATURE_AND_HEADER = 33;

function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPphoto\0\0', 'latin1'), deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  const [head, rest] = [png.subarray(0, SIGNATURE_AND_HEADER), png.subarray(SIGNATURE_AND_HEADER)];
  return Buffer.concat([head, length, body, check, rest]);
}

/** Returns an upright PNG within `size`, in the profile's colours. @throws when the file is damaged */
export async function decodeHeic(
  path: string,
  pixelsMax: number,
  size: { width: number; height: number },
  profile: Buffer | undefined,
): Promise<Buffer> {
  const [image] = await decode.all({ buffer: await readFile(path) });
  // The decoder parses the header itself, and may find a different size than the earlier check.
  if (!image || image.width * image.height > pixelsMax) throw new Error('not a picture of an allowed size');
  const { width, height, data } = await image.decode();
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return profile ? withProfile(png, profile) : png;
}
