import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../observability/log.ts';
import type { S3Settings } from './s3-settings.ts';

/** For all attempts: with everything around the call, an upload gets its response within ten seconds. */
const CALL_MS = 7_000;
const TRIES = 3;
const PAUSE_MS = 100;
/** A circuit breaker: after a timeout, calls fail at once for this long instead of each waiting in vain. */
const OPEN_MS = 3_000;
const RETRY_SECONDS = 30;

interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Without a key the call concerns the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A blob, such as a file, is streamed. */
  body?: Uint8Array<ArrayBuffer> | Blob;
  withinMs?: number;
}

export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(store: string, status: number, body: string) {
    const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ?? '';
    super(`the ${store} responded with ${status} ${code}`.trim());
    this.name = 'S3Refusal';
    this.status = status;
    this.code = code;
  }
}

export function textOf(response: Response): Promise<string> {
  return response.text();
}

export function ifMissing<T>(value: T) {
  return (error: unknown): T => {
    if (error instanceof S3Refusal) return value;
    throw error;
  };
}

const isTransient = (error: unknown): boolean =>
  !(error instanceof S3Refusal) || error.status >= 500 || error.status === 429;

const isMissing = ({ method, key }: S3Call, error: unknown): boolean =>
  error instanceof S3Refusal &&
  error.status === 404 &&
  error.code !== 'NoSuchBucket' &&
  key !== undefined &&
  method !== 'PUT';

interface Purpose {
  store: string;
  /** What callers are told when it is unavailable, because of `cause`. */
  unavailable(cause: unknown): string;
}

/**
 * Calls are idempotent and retried on transient errors. `take` must read a body within the timeout.
 * @throws S3Refusal when the key does not exist, storage_down when the store is unavailable
 */
export function createS3Calls(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  log: Logger,
  { store, unavailable }: Purpose,
) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  let isDown = false;
  let openUntil = 0;
  const storageDown = (cause: unknown) =>
    new AppError('storage_down', unavailable(cause), { retryAfter: RETRY_SECONDS, cause });

  async function attemptCall<T>(
    call: S3Call,
    ms: number,
    take: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { method, key, query, headers, body } = call;
    const address = `${endpoint}/${bucket}${key ? `/${key}` : ''}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const request = await client.sign(address, {
      method,
      ...(headers && { headers }),
      ...(body && { body }),
    });
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error(`the ${store} does not respond`)), ms);
    try {
      // Redirects are not followed: they lead to another bucket.
      const response = await fetch(request, { signal: stop.signal, redirect: 'manual' });
      if (response.ok) return await take(response);
      throw new S3Refusal(store, response.status, await response.text());
    } finally {
      clearTimeout(timer);
    }
  }

  function giveUp(error: unknown, hasTimedOut: boolean): unknown {
    if (hasTimedOut) openUntil = performance.now() + OPEN_MS;
    if (!isDown) log.error({ err: error, endpoint, bucket }, `the ${store} is unavailable`);
    isDown = true;
    return storageDown(error);
  }

  return async <T>(call: S3Call, take: (response: Response) => Promise<T>): Promise<T> => {
    const { withinMs = CALL_MS } = call;
    const until = performance.now() + withinMs;
    if (performance.now() < openUntil) throw storageDown(new Error('it has just timed out'));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await attemptCall(call, until - performance.now(), take);
        if (isDown) log.info(`the ${store} is available again`);
        isDown = false;
        return result;
      } catch (error) {
        if (isMissing(call, error)) throw error;
        const wait = Math.random() * PAUSE_MS * 2 ** attempt;
        const isLate = performance.now() + wait >= until;
        if (attempt === TRIES || isLate || !isTransient(error))
          throw giveUp(error, isLate && withinMs === CALL_MS);
        await pause(wait);
      }
    }
  };
}
