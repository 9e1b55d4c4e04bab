import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Env } from '../http/endpoint.ts';

/** Smaller bodies are not compressed: they fit into two packets. */
const COMPRESS_MIN_BYTES = 2_800;
const ACCEPTS_GZIP = /(^|[,\s])gzip\s*($|,|;\s*q=(1|0\.\d*[1-9]))/i;

export interface CachedResponse {
  body: Buffer<ArrayBuffer>;
  /** The gzipped body, created when the first client accepts it. */
  gzipBody: Promise<Buffer<ArrayBuffer>> | null;
  headers: Record<string, string>;
  isCacheable: boolean;
}

/** The size of a response in the cache: twice its body, since the gzipped body may be added later. */
export function sizeOf({ body, isCacheable }: CachedResponse): number {
  return isCacheable ? 2 * body.length : Infinity;
}

/** Copies bytes into a separate buffer if they are a slice, which would keep its whole pool or zlib block in memory. */
function separate(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

const gzipAsync = promisify(gzip);
const compress = async (body: Buffer): Promise<Buffer<ArrayBuffer>> => separate(await gzipAsync(body));

export function encode(
  value: unknown,
  headers: Record<string, string>,
  isCacheable: boolean,
): CachedResponse {
  return {
    body: separate(Buffer.from(JSON.stringify(value))),
    gzipBody: null,
    headers: { 'Content-Type': 'application/json', Vary: 'Accept-Encoding', ...headers },
    isCacheable,
  };
}

export function addressOf({ req: { url } }: Context): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

// A plain record, which the adaptor writes directly; headers set through `c` are copied several times.
const respond = (
  c: Context<Env>,
  body: CachedResponse['body'] | null,
  status: number,
  headers: CachedResponse['headers'],
) => new Response(body, { status, headers: { ...c.get('commonHeaders'), ...headers } });

export async function reply(c: Context<Env>, response: CachedResponse): Promise<Response> {
  const { body, headers } = response;
  const known = headers.ETag && c.req.header('if-none-match');
  if (known?.split(',').some((etag) => [headers.ETag, '*'].includes(etag.trim()))) {
    return respond(c, null, 304, headers);
  }
  if (body.length < COMPRESS_MIN_BYTES || !ACCEPTS_GZIP.test(c.req.header('accept-encoding') ?? '')) {
    return respond(c, body, 200, headers);
  }
  response.gzipBody ??= compress(body);
  return respond(c, await response.gzipBody, 200, { ...headers, 'Content-Encoding': 'gzip' });
}
