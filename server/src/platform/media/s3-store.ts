import { createHash } from 'node:crypto';
import type { Logger } from '../observability/log.ts';
import { cacheControlOf, mediaTypeOf } from './media-headers.ts';
import { isMediaKey } from './media-key.ts';
import { LIST_PAGE_MAX, type MediaStore, type StoredFile } from './media-store.ts';
import { createS3Calls, ifMissing, textOf } from './s3-calls.ts';
import { failOnStall, listObjects } from './s3-objects.ts';
import type { S3Settings } from './s3-settings.ts';

const CHECK_MS = 2_000;
const PHOTOS = {
  store: 'photo store',
  unavailable: () => 'Photos are unavailable at the moment. Please try again later.',
};

/** Stores pictures in a bucket of an S3-compatible store. The bucket need not grant anyone else access. */
export function createS3Store(settings: S3Settings, log: Logger): MediaStore {
  const call = createS3Calls(settings, log, PHOTOS);
  return {
    async put(key, bytes) {
      const body = new Uint8Array(bytes);
      const headers = {
        'Content-Type': mediaTypeOf(key),
        'Cache-Control': cacheControlOf(key),
        // Signed, so that the store accepts exactly these bytes.
        'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
      };
      await call({ method: 'PUT', key, headers, body }, textOf);
    },

    read: (key) =>
      call({ method: 'GET', key }, async ({ headers, body }): Promise<StoredFile | null> => {
        const size = headers.get('content-length');
        if (!body || !size) throw new Error('the photo store sent no content length');
        return { size: Number(size), body: failOnStall(body, PHOTOS.store) };
      }).catch(ifMissing(null)),

    async remove(key) {
      await call({ method: 'DELETE', key }, textOf).catch(ifMissing(''));
    },

    async *list(pageMax = LIST_PAGE_MAX) {
      for await (const objects of listObjects(call, '', pageMax)) {
        const page = objects.filter(({ key }) => isMediaKey(key));
        if (page.length > 0) yield page;
      }
    },

    async check() {
      await call({ method: 'HEAD', withinMs: CHECK_MS }, textOf);
    },
  };
}
