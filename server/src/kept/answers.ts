import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Database } from '../db/database.ts';
import type { Env } from '../endpoint.ts';
import type { Paged } from '../paging.ts';
import { createKept } from './kept.ts';
import { readMarketVersion } from './market-version.ts';

const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** What fits into two packets goes as it is. */
const PACK_FROM_BYTES = 2_800;
const TAKES_GZIP = /(^|[,\s])gzip\s*($|,|;\s*q=(1|0\.\d*[1-9]))/i;

/** Bytes that hold no larger block, as those of a pool or of a packer do. */
function alone(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

const gzipped = promisify(gzip);
const pack = async (body: Buffer): Promise<Buffer<ArrayBuffer>> => alone(await gzipped(body));

/** A JSON answer, ready to be sent. */
interface Answer {
  body: Buffer<ArrayBuffer>;
  /** Of a body worth that, made when the first asks for it. */
  packed: Promise<Buffer<ArrayBuffer>> | null;
  headers: Record<string, string>;
}

/** Makes what is answered; headers that belong to it are set on `page`. */
export type Make = (page: Paged) => Promise<unknown>;

async function encode(c: Context<Env>, make: Make): Promise<Answer> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    // It may differ for who signs in. Browsers keep it, and ask each time whether it still holds.
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
  };
  const page: Paged = {
    req: { url: c.req.url },
    header(name, value) {
      headers[name] = value;
    },
  };
  const body = alone(Buffer.from(JSON.stringify(await make(page))));
  const hash = createHash('sha256').update(body).update(JSON.stringify(headers));
  // Weak: it stands for the packed bytes, too.
  headers.ETag = `W/"${hash.digest('base64url')}"`;
  return { body, packed: null, headers };
}

/** A plain record of headers is written to the connection as it is; what goes through `c` is copied several times. */
const respond = (c: Context<Env>, body: Answer['body'] | null, status: number, headers: Answer['headers']) =>
  new Response(body, { status, headers: { ...headers, 'X-Request-Id': c.get('requestId') } });

async function reply(c: Context<Env>, answer: Answer): Promise<Response> {
  const { body, headers } = answer;
  const known = c.req.header('if-none-match');
  if (known?.split(',').some((one) => [headers.ETag, '*'].includes(one.trim()))) {
    return respond(c, null, 304, headers);
  }
  if (body.length < PACK_FROM_BYTES || !TAKES_GZIP.test(c.req.header('accept-encoding') ?? '')) {
    return respond(c, body, 200, headers);
  }
  answer.packed ??= pack(body);
  return respond(c, await answer.packed, 200, { ...headers, 'Content-Encoding': 'gzip' });
}

/**
 * Answers public reads with JSON, and keeps the bytes until something changes that anybody may see of another: bounded,
 * and never older than the question.
 */
export function keepAnswers(db: Pick<Database, 'read'>, maxBytes = KEPT_BYTES_MAX) {
  const version = readMarketVersion(db);
  // The packed bytes, which may come later, are fewer.
  const kept = createKept<Answer>(maxBytes, ({ body }) => 2 * body.length);
  return {
    /** @param isShared whether it is what everybody sees who asks at this address. */
    async answer(c: Context<Env>, isShared: boolean, make: Make): Promise<Response> {
      if (!isShared) return reply(c, await encode(c, make));
      const { url } = c.req;
      const address = url.slice(url.indexOf('/', url.indexOf('//') + 2));
      return reply(c, await kept.get(address, await version(), () => encode(c, make)));
    },
    bytes: kept.bytes,
  };
}
