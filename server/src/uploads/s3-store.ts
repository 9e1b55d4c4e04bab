import { createHash } from 'node:crypto';
import type { Logger } from '../observability/log.ts';
import { cacheControlOf, mediaTypeOf } from './media-headers.ts';
import { isMediaKey } from './media-key.ts';
import { LIST_PAGE_MAX, type ListedFile, type MediaStore, type StoredFile } from './media-store.ts';
import { createS3Calls, S3Refusal } from './s3-calls.ts';
import type { S3Settings } from './s3-settings.ts';

/** Reading a picture is aborted when no data arrives for this long. */
const IDLE_MAX_MS = 8_000;
const CHECK_MS = 2_000;

const text = (response: Response) => response.text();

/** Maps the error for a missing key to a value. */
const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof S3Refusal) return value;
    throw error;
  };

/** A response body that fails when the store stalls; a slow reader on our side may take its time. */
function failOnStall(body: ReadableStream<Uint8Array<ArrayBuffer>>): typeof body {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const idleTimer = setTimeout(() => {
        controller.error(new Error('the photo store stalled'));
        void reader.cancel().catch(() => undefined);
      }, IDLE_MAX_MS);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } finally {
        clearTimeout(idleTimer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const element = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const listedIn = (xml: string): ListedFile[] =>
  [...xml.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([one]) => ({
    key: element(one, 'Key'),
    // Some stores return whole seconds: assume the end of that second.
    putAt: new Date(Date.parse(element(one, 'LastModified')) + 999),
  }));

/** Stores pictures in a bucket of an S3-compatible store. The bucket need not grant anyone else access. */
export function createS3Store(settings: S3Settings, log: Logger): MediaStore {
  const call = createS3Calls(settings, log);
  return {
    async put(key, bytes) {
      const body = new Uint8Array(bytes);
      const headers = {
        'Content-Type': mediaTypeOf(key),
        'Cache-Control': cacheControlOf(key),
        // Signed, so that the store accepts exactly these bytes.
        'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
      };
      await call({ method: 'PUT', key, headers, body }, text);
    },

    read: (key) =>
      call({ method: 'GET', key }, async ({ headers, body }): Promise<StoredFile | null> => {
        const size = headers.get('content-length');
        if (!body || !size) throw new Error('the photo store sent no content length');
        return { size: Number(size), body: failOnStall(body) };
      }).catch(ifMissing(null)),

    async remove(key) {
      await call({ method: 'DELETE', key }, text).catch(ifMissing(''));
    },

    async *list(pageMax = LIST_PAGE_MAX) {
      // Version 1 of this call continues from a key; version 2 from a token, which not every store supports.
      let marker: string | undefined = '';
      while (marker !== undefined) {
        const query: Record<string, string> = { 'max-keys': String(pageMax), ...(marker && { marker }) };
        const xml: string = await call({ method: 'GET', query }, text);
        const files = listedIn(xml);
        const page = files.filter(({ key }) => isMediaKey(key));
        if (page.length > 0) yield page;
        marker = element(xml, 'IsTruncated') === 'true' ? files.at(-1)?.key : undefined;
      }
    },

    async check() {
      await call({ method: 'HEAD', withinMs: CHECK_MS }, text);
    },
  };
}
