import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Env } from '../endpoint.ts';

/** What fits into two packets goes as it is. */
const PACK_FROM_BYTES = 2_800;
const TAKES_GZIP = /(^|[,\s])gzip\s*($|,|;\s*q=(1|0\.\d*[1-9]))/i;

/** A JSON answer, ready to be sent. */
export interface Answer {
  body: Buffer<ArrayBuffer>;
  /** Of a body worth that, made when the first asks for it. */
  packed: Promise<Buffer<ArrayBuffer>> | null;
  headers: Record<string, string>;
  /** Whether it may be kept. */
  isLasting: boolean;
}

/** What an answer weighs: the packed bytes, which may come later, are fewer than the others. */
export const weightOf = ({ body, isLasting }: Answer): number => (isLasting ? 2 * body.length : Infinity);

/** Bytes that hold no larger block, as those of a pool or of a packer do. */
function alone(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

const gzipped = promisify(gzip);
const pack = async (body: Buffer): Promise<Buffer<ArrayBuffer>> => alone(await gzipped(body));

/** The answer with a value as JSON; its headers may grow until it is sent. */
export const encode = (value: unknown, headers: Record<string, string>, isLasting: boolean): Answer => ({
  body: alone(Buffer.from(JSON.stringify(value))),
  packed: null,
  headers: { 'Content-Type': 'application/json', Vary: 'Accept-Encoding', ...headers },
  isLasting,
});

/** What a request asks for: its path and query. */
export const addressOf = ({ req: { url } }: Context): string =>
  url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** A plain record of headers is written to the connection as it is; what goes through `c` is copied several times. */
const respond = (c: Context<Env>, body: Answer['body'] | null, status: number, headers: Answer['headers']) =>
  new Response(body, { status, headers: { ...c.get('commonHeaders'), ...headers } });

/** Sends an answer: packed to who takes that, and 304 to who has it already and knows its ETag. */
export async function reply(c: Context<Env>, answer: Answer): Promise<Response> {
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
