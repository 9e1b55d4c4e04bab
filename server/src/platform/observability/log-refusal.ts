import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from './log.ts';

/** Logs a refused call (403), with the route pattern instead of the path, which may contain a secret. */
export function logRefusal(log: Logger, c: Context, code: string): void {
  const { method } = c.req;
  const [requestId, memberId] = [c.get('requestId'), c.get('memberId')];
  log.info({ requestId, method, route: routePath(c), memberId, code }, 'refused');
}
