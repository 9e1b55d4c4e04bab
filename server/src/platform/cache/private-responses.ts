import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Actor } from '../core/actor.ts';
import type { Env } from '../http/endpoint.ts';
import { addressOf, type CachedResponse, encode, reply, sizeOf } from './cached-response.ts';
import { createVersionedCache } from './versioned-cache.ts';

const CACHE_MAX_BYTES = 16 * 1024 * 1024;

interface PrivatePage {
  value: unknown;
  link?: string | null;
  /** Whether it contains something that expires before its version changes, such as signed URLs. */
  isExpiring?: boolean;
}

/** Entries are valid for one member and version. The caller checks permissions on every request. */
export function cachePrivateResponses() {
  const cache = createVersionedCache<CachedResponse>(CACHE_MAX_BYTES, sizeOf);
  async function buildResponse(make: () => Promise<PrivatePage>): Promise<CachedResponse> {
    const { value, link, isExpiring = false } = await make();
    return encode(value, link ? { Link: link } : {}, !isExpiring);
  }
  // `versionParts`: all that the response depends on; no two states may have equal parts. Read it after the
  // request arrives and before the response data. Null disables caching.
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
