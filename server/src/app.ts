import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Api, Env } from './endpoint.ts';
import { AppError, notFound, STATUS, toProblem } from './errors.ts';
import type { Logger } from './log.ts';
import { logRefusal } from './log-refusal.ts';
import { unwatched, type Watch } from './watch.ts';

const YEAR_SECONDS = 31_536_000;

/** What browsers are told with every answer: not to guess what it is, nor let other sites open or show it. */
const GUARDED = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

/**
 * The HTTP door without its routes: request ids, the log, what browsers are told, and one shape for every refusal.
 * @param isHttps whether browsers shall ask over https only, from the first answer on
 */
export function createApp(log: Logger, watch: Watch = unwatched, isHttps = false): Hono<Env> {
  const app = new Hono<Env>();
  const secured = isHttps ? { ...GUARDED, 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : GUARDED;

  app.use(async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const common = { ...secured, 'X-Request-Id': requestId };
    c.set('commonHeaders', common);
    for (const [name, value] of Object.entries(common)) c.header(name, value);
    const startedAt = performance.now();
    await next();
    const ms = performance.now() - startedAt;
    const { method } = c.req;
    const { status } = c.res;
    const route = routePath(c);
    watch.called(method, route, status, ms);
    // The pattern of the path: what stands in its places, and behind it, may be somebody's secret.
    log.debug({ requestId, method, route, status, ms: Math.round(ms) }, 'request');
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const problem = toProblem(error);
    if (problem.code === 'internal') {
      watch.failed('call');
      log.error({ err: error, requestId, path: c.req.path }, 'request failed');
    }
    if (STATUS[problem.code] === 403) logRefusal(log, c, problem.code);
    if (error instanceof AppError && error.retryAfter) c.header('Retry-After', String(error.retryAfter));
    const body = problem.code === 'internal' ? { ...problem, requestId } : problem;
    return c.json(body, STATUS[problem.code] satisfies ContentfulStatusCode);
  });

  return app;
}

/** A known address refuses other methods; everything unknown under `/api` is a JSON 404, never the page. Comes after the routes. */
export function closeApi(app: Hono<Env>, { endpoints }: Pick<Api, 'endpoints'>): void {
  const methods = Map.groupBy(endpoints, ({ path }) => path);
  const stray = app.routes.find(
    ({ method, path }) => path.startsWith('/api/') && method !== 'ALL' && !methods.has(path),
  );
  if (stray) throw new Error(`${stray.method} ${stray.path} has no schemas`);
  for (const [path, known] of methods) {
    app.all(path, (c) => {
      c.header('Allow', known.map(({ method }) => method.toUpperCase()).join(', '));
      throw new AppError('method_not_allowed', 'This address does not take that method.');
    });
  }
  app.all('/api/*', () => {
    throw notFound('There is nothing at this address.');
  });
}
