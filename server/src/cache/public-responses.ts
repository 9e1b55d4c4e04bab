import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Paged } from '../core/paging.ts';
import type { Database } from '../db/database.ts';
import type { Env } from '../http/endpoint.ts';
import { addressOf, type CachedResponse, encode, reply, weightOf } from './cached-response.ts';
import { readMarketVersion } from './market-version.ts';
import { createVersionedCache } from './versioned-cache.ts';

const KEPT_BYTES_MAX = 16 * 1024 * 1024;

/** Makes the value of an answer; headers that belong to it are set on `page`. */
export type Make = (page: Paged) => Promise<unknown>;

async function answerOf(c: Context<Env>, make: Make): Promise<CachedResponse> {
  const headers: Record<string, string> = {};
  const page: Paged = {
    req: { url: c.req.url },
    header(name, value) {
      headers[name] = value;
    },
  };
  const answer = encode(await make(page), headers, true);
  const own = hash('sha256', answer.body, 'base64url');
  // Weak: the same ETag stands for the gzip bytes, too.
  answer.headers.ETag = `W/"${hash('sha256', own + JSON.stringify(headers), 'base64url')}"`;
  return answer;
}

/**
 * Answers public reads with JSON from a bounded cache, whose entries are valid until anything public of the market
 * changes. An answer is never older than its request.
 */
export function cachePublicResponses(db: Pick<Database, 'read'>) {
  const version = readMarketVersion(db);
  const kept = createVersionedCache<CachedResponse>(KEPT_BYTES_MAX, weightOf);
  return {
    /** @param isShared whether everybody gets the same answer at this address; others are not cached. */
    async answer(c: Context<Env>, isShared: boolean, make: Make): Promise<Response> {
      if (!isShared) return reply(c, await answerOf(c, make));
      return reply(c, await kept.get(addressOf(c), await version(), () => answerOf(c, make)));
    },
  };
}
