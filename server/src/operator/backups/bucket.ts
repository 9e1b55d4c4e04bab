import { openAsBlob } from 'node:fs';
import { AppError } from '../../platform/core/errors.ts';
import { createS3Calls, ifMissing, S3Refusal, textOf } from '../../platform/media/s3-calls.ts';
import { failOnStall, listObjects } from '../../platform/media/s3-objects.ts';
import type { S3Settings } from '../../platform/media/s3-settings.ts';
import type { Logger } from '../../platform/observability/log.ts';

const LIST_PAGE_MAX = 1_000;
const STORE = 'backup store';
/** S3 accepts no more in one call. */
const OBJECT_MAX_BYTES = 5 * 2 ** 30;
/** An upload may take this long, and this much longer for each byte: 100 KB a second. */
const PUT_MS = 60_000;
const PUT_MS_PER_BYTE = 0.01;

/** A bucket that contains backups. Everything it throws is in plain words. */
export function openBucket(settings: S3Settings, log: Logger) {
  const place = `the bucket ${settings.bucket} at ${settings.endpoint}`;
  const call = createS3Calls(settings, log, {
    store: STORE,
    unavailable: (cause) =>
      `The bucket ${settings.bucket} at ${settings.endpoint} is unavailable: ${reasonOf(cause)}.`,
  });
  const put = (key: string, body: Uint8Array<ArrayBuffer> | Blob, sum: string, bytes: number) =>
    call(
      {
        method: 'PUT',
        key,
        // Signed, so that the store accepts exactly these bytes.
        headers: { 'X-Amz-Content-Sha256': sum },
        body,
        withinMs: PUT_MS + bytes * PUT_MS_PER_BYTE,
      },
      textOf,
    );
  return {
    /** Where it is, in words. */
    place,
    /** @param sum the SHA-256 of the bytes, in hex */
    async put(key: string, bytes: Uint8Array<ArrayBuffer>, sum: string): Promise<void> {
      await put(key, bytes, sum, bytes.length);
    },

    async putFile(key: string, path: string, sum: string): Promise<void> {
      const file = await openAsBlob(path);
      if (file.size > OBJECT_MAX_BYTES)
        throw new AppError(
          'unavailable',
          `${key} has more than 5 GiB, which a bucket does not take at once.`,
        );
      await put(key, file, sum, file.size);
    },

    /** @returns null when there is no such object */
    read: (key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> =>
      call({ method: 'GET', key }, async ({ body }) => body && failOnStall(body, STORE)).catch(
        ifMissing(null),
      ),

    /** Also resolves when there was nothing to remove. */
    async remove(key: string): Promise<void> {
      await call({ method: 'DELETE', key }, textOf).catch(ifMissing(''));
    },

    async *keys(prefix: string): AsyncGenerator<string> {
      for await (const page of listObjects(call, prefix, LIST_PAGE_MAX))
        for (const { key } of page) yield key;
    },
  };
}
export type Bucket = ReturnType<typeof openBucket>;

/** The reason why a call failed, as short as possible. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause !== undefined) return reasonOf(cause.cause);
  return 'code' in cause && cause.code && !(cause instanceof S3Refusal) ? String(cause.code) : cause.message;
}
