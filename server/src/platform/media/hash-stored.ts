import { variantKey } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import { bytesOf } from './personal-data.ts';
import type { PhotoHashes } from './photo-hash.ts';

/** Small, and still ten times as wide as what the hash sees. */
const HASHED_WIDTH = 640;
const SHRUNK_FROM = 320;
const SHRUNK = { width: 160, height: 240 };
const QUALITY = 50;

async function open(store: MediaStore, key: string, width: number) {
  const parts: Uint8Array[] = [];
  for await (const part of bytesOf(store, variantKey(key, width))) parts.push(part);
  if (parts.length === 0) return null;
  const { default: sharp } = await import('sharp');
  await import('./decoders.ts');
  return sharp(Buffer.concat(parts));
}

export async function hashStored(store: MediaStore, key: string): Promise<PhotoHashes | null> {
  const photo = await open(store, key, HASHED_WIDTH);
  const { hashPicture } = await import('./photo-hash.ts');
  return photo && hashPicture(photo);
}

export async function shrinkStored(store: MediaStore, key: string): Promise<string | null> {
  const photo = await open(store, key, SHRUNK_FROM);
  const bytes = await photo
    ?.resize({ ...SHRUNK, fit: 'inside' })
    .webp({ quality: QUALITY })
    .toBuffer();
  return bytes ? `data:image/webp;base64,${bytes.toString('base64')}` : null;
}
