import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Answers as `refuse` does where a body has more bytes than `maxSize`. Node reads no more of one than its length says: where
 * that is told nothing else has to be known of it, and Hono's own limit, which makes a stream of every body that it looks
 * at, costs as much as all the rest of a small call.
 */
export function limitBody(
  maxSize: number,
  refuse: (c: Context) => Response | Promise<Response>,
): MiddlewareHandler {
  const limitStream = bodyLimit({ maxSize, onError: refuse });
  return async (c, next) => {
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding')) return limitStream(c, next);
    return Number(length) > maxSize ? refuse(c) : next();
  };
}
