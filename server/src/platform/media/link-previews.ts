import { LRUCache } from 'lru-cache';
import { AppError } from '../core/errors.ts';
import { createSemaphore } from '../core/semaphore.ts';
import type { MediaStore } from './media-store.ts';
import { bytesOf } from './personal-data.ts';

const QUALITY = 82;
/** Beneath pictures with transparent parts, which JPEG does not have. */
const GROUND = '#fff';
const CACHED_MAX_BYTES = 16 * 2 ** 20;
/** Each takes some 40 ms. */
const WAITING_MAX = 20;
const BUSY_SECONDS = 5;

/** JPEG, since many chats and networks refuse WebP. Made when a link is shared, since few ever are. */
export function createLinkPreviews(store: MediaStore) {
  const cached = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: CACHED_MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const withPermit = createSemaphore(1, (waiting) => {
    if (waiting < WAITING_MAX) return;
    throw new AppError('unavailable', 'Too many previews at once.', { retryAfter: BUSY_SECONDS });
  });

  return (key: string): Promise<Buffer<ArrayBuffer> | null> =>
    withPermit(async () => {
      // Also for a cached one: a photo that was removed has no preview.
      const parts: Uint8Array[] = [];
      for await (const part of bytesOf(store, key)) parts.push(part);
      if (parts.length === 0) return null;
      const known = cached.get(key);
      if (known) return known;
      const { default: sharp } = await import('sharp');
      const rendered = sharp(Buffer.concat(parts)).flatten({ background: GROUND });
      const jpeg = Buffer.from(await rendered.jpeg({ quality: QUALITY }).toBuffer());
      cached.set(key, jpeg);
      return jpeg;
    });
}
