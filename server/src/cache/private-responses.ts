import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Actor } from '../core/actor.ts';
import type { Env } from '../http/endpoint.ts';
import { addressOf, type CachedResponse, encode, reply, weightOf } from './cached-response.ts';
import { createVersionedCache } from './versioned-cache.ts';

const KEPT_BYTES_MAX = 16 * 1024 * 1024;

/** An answer to one person. */
export interface PrivatePage {
  value: unknown;
  /** The `Link` to the next page; null without one. */
  link?: string | null;
  /** It contains something that expires, such as signed URLs, and so may be stale before its facts change. */
  isPassing?: boolean;
}

/**
 * Answers reads of somebody's own data with JSON from a bounded cache, for this person alone, whose entries are valid
 * while the facts they were made from are the same. The caller checks permission each time. Browsers cache nothing.
 */
export function cachePrivateResponses() {
  const kept = createVersionedCache<CachedResponse>(KEPT_BYTES_MAX, weightOf);
  async function answerOf(make: () => Promise<PrivatePage>): Promise<CachedResponse> {
    const { value, link, isPassing = false } = await make();
    return encode(value, link ? { Link: link } : {}, !isPassing);
  }
  /**
   * @param facts everything by which two answers at this address could differ, without ever repeating an earlier state;
   * read after the request came and before the data of the answer. Null is for an answer that is never cached.
   */
  return async (
    c: Context<Env>,
    actor: Pick<Actor, 'id'>,
    facts: unknown,
    make: () => Promise<PrivatePage>,
  ): Promise<Response> => {
    if (facts === null) return reply(c, await answerOf(make));
    const version = hash('sha256', JSON.stringify(facts), 'base64url');
    return reply(c, await kept.get(`${actor.id} ${addressOf(c)}`, version, () => answerOf(make)));
  };
}
export type AnswerPrivately = ReturnType<typeof cachePrivateResponses>;
