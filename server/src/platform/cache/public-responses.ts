import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Paged } from '../core/paging.ts';
import type { Database } from '../db/database.ts';
import type { Env } from '../http/endpoint.ts';
import { addressOf, type CachedResponse, encode, reply, sizeOf } from './cached-response.ts';
import { readMarketVersion } from './market-version.ts';
import { createVersionedCache } from './versioned-cache.ts';

const CACHE_MAX_BYTES = 16 * 1024 * 1024;

type Make = (page: Paged) => Promise<unknown>;

async function buildResponse(c: Context<Env>, make: Make): Promise<CachedResponse> {
  const headers: Record<string, string> = {};
  const page: Paged = {
    req: { url: c.req.url },
    header(name, value) {
      headers[name] = value;
    },
  };
  const response = encode(await make(page), headers, true);
  const bodyHash = hash('sha256', response.body, 'base64url');
  // A weak ETag, because the gzipped body has the same one.
  response.headers.ETag = `W/"${hash('sha256', bodyHash + JSON.stringify(headers), 'base64url')}"`;
  return response;
}

export type PublicResponses = ReturnType<typeof cachePublicResponses>;

/** @param settings what else the responses depend on, such as the features that are switched on */
export function cachePublicResponses(db: Pick<Database, 'read'>, settings: () => string = () => '') {
  const version = readMarketVersion(db);
  const cache = createVersionedCache<CachedResponse>(CACHE_MAX_BYTES, sizeOf);
  return {
    /** @param isShared whether every client gets the same response at this URL; if not, it is not cached. */
    async respond(c: Context<Env>, isShared: boolean, make: Make): Promise<Response> {
      if (!isShared) return reply(c, await buildResponse(c, make));
      return reply(
        c,
        await cache.get(addressOf(c), (await version()) + settings(), () => buildResponse(c, make)),
      );
    },
  };
}
