import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Actor } from '../core/actor.ts';
import type { Env } from '../http/endpoint.ts';
import { addressOf, type CachedResponse, encode, reply, sizeOf } from './cached-response.ts';
import { createVersionedCache } from './versioned-cache.ts';

const CACHE_MAX_BYTES = 16 * 1024 * 1024;

/** A page for one member. */
interface PrivatePage {
  value: unknown;
  /** The `Link` header to the next page; null if there is none. */
  link?: string | null;
  /**
   * Whether it contains something that expires, such as signed URLs, and may go stale before its version
   * changes.
   */
  isExpiring?: boolean;
}

/**
 * Serves members' private data as JSON from a bounded cache. Entries are keyed by member and valid while their version
 * is unchanged. The caller checks permissions on every request. Browsers cache nothing.
 */
export function cachePrivateResponses() {
  const cache = createVersionedCache<CachedResponse>(CACHE_MAX_BYTES, sizeOf);
  async function buildResponse(make: () => Promise<PrivatePage>): Promise<CachedResponse> {
    const { value, link, isExpiring = false } = await make();
    return encode(value, link ? { Link: link } : {}, !isExpiring);
  }
  /**
   * @param versionParts everything that the response depends on; no two states may have equal parts; read
   * after the request arrives and before the response data. Null disables caching.
   */
  return async (
    c: Context<Env>,
    actor: Pick<Actor, 'id'>,
    versionParts: unknown,
    make: () => Promise<PrivatePage>,
  ): Promise<Response> => {
    if (versionParts === null) return reply(c, await buildResponse(make));
    const version = hash('sha256', JSON.stringify(versionParts), 'base64url');
    return reply(c, await cache.get(`${actor.id} ${addressOf(c)}`, version, () => buildResponse(make)));
  };
}
export type RespondPrivately = ReturnType<typeof cachePrivateResponses>;
