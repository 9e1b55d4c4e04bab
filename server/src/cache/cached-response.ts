import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Env } from '../http/endpoint.ts';

/** Bodies smaller than this are not compressed: they fit into two packets. */
const PACK_FROM_BYTES = 2_800;
const TAKES_GZIP = /(^|[,\s])gzip\s*($|,|;\s*q=(1|0\.\d*[1-9]))/i;

/** A JSON answer, ready to be sent. */
export interface CachedResponse {
  body: Buffer<ArrayBuffer>;
  /** The body in gzip, if it is worth that; made when the first client asks for it. */
  packed: Promise<Buffer<ArrayBuffer>> | null;
  headers: Record<string, string>;
  /** Whether it may be cached. */
  isLasting: boolean;
}

/** The size of an answer in the cache: twice its body, for the gzip bytes may be added later. */
export const weightOf = ({ body, isLasting }: CachedResponse): number =>
  isLasting ? 2 * body.length : Infinity;

/** A copy in a buffer of its own: a slice of a pool or of zlib's output would keep that larger block in memory. */
function alone(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

const gzipped = promisify(gzip);
const pack = async (body: Buffer): Promise<Buffer<ArrayBuffer>> => alone(await gzipped(body));

/** An answer with a value as JSON; headers may still be added to it. */
export const encode = (
  value: unknown,
  headers: Record<string, string>,
  isLasting: boolean,
): CachedResponse => ({
  body: alone(Buffer.from(JSON.stringify(value))),
  packed: null,
  headers: { 'Content-Type': 'application/json', Vary: 'Accept-Encoding', ...headers },
  isLasting,
});

/** The path and query of a request. */
export const addressOf = ({ req: { url } }: Context): string =>
  url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** The adaptor writes a plain record of headers as it is; headers set through `c` are copied several times. */
const respond = (
  c: Context<Env>,
  body: CachedResponse['body'] | null,
  status: number,
  headers: CachedResponse['headers'],
) => new Response(body, { status, headers: { ...c.get('commonHeaders'), ...headers } });

/** Sends an answer: in gzip to clients that accept that, and 304 to those that send its ETag. */
export async function reply(c: Context<Env>, answer: CachedResponse): Promise<Response> {
  const { body, headers } = answer;
  const known = headers.ETag && c.req.header('if-none-match');
  if (known?.split(',').some((one) => [headers.ETag, '*'].includes(one.trim()))) {
    return respond(c, null, 304, headers);
  }
  if (body.length < PACK_FROM_BYTES || !TAKES_GZIP.test(c.req.header('accept-encoding') ?? '')) {
    return respond(c, body, 200, headers);
  }
  answer.packed ??= pack(body);
  return respond(c, await answer.packed, 200, { ...headers, 'Content-Encoding': 'gzip' });
}
