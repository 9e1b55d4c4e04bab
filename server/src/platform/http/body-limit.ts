import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

// Comparing Content-Length is enough: Node reads no more of the body than that. Hono's own limit wraps every
// body in a stream, which costs as much as the rest of a small call.
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
