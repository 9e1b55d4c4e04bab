import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, nothingHere, STATUS, toProblem } from '../core/errors.ts';
import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import { logRefusal } from '../observability/log-refusal.ts';
import type { Api, Env } from './endpoint.ts';

const YEAR_SECONDS = 31_536_000;

/** Headers of every response: no MIME sniffing, no access to our windows and resources from other sites. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

const CALLS = /^\/(api|auth)\//;
/** If a browser opens an API response as a page, it runs nothing, loads nothing and cannot be framed. */
const CALL_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** @param isHttps whether to send HSTS, which makes browsers use https only */
export function createApp(
  log: Logger,
  instrumentation: Instrumentation = uninstrumented,
  isHttps = false,
): Hono<Env> {
  const app = new Hono<Env>();
  const secured = isHttps
    ? { ...SECURITY_HEADERS, 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }
    : SECURITY_HEADERS;

  app.use(async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const common = {
      ...secured,
      // HTML pages under these paths set their own policy.
      ...(CALLS.test(c.req.path) && { 'Content-Security-Policy': CALL_POLICY }),
      'X-Request-Id': requestId,
    };
    c.set('commonHeaders', common);
    for (const [name, value] of Object.entries(common)) c.header(name, value);
    const startedAt = performance.now();
    await next();
    const ms = performance.now() - startedAt;
    const { method } = c.req;
    const { status } = c.res;
    const route = routePath(c);
    instrumentation.called(method, route, status, ms);
    // Log the route pattern, never the path: its parameters and query may contain secrets.
    log.debug({ requestId, method, route, status, ms: Math.round(ms) }, 'request');
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const problem = toProblem(error);
    if (problem.code === 'internal') {
      instrumentation.failed('call');
      log.error({ err: error, requestId, path: c.req.path }, 'request failed');
    }
    if (STATUS[problem.code] === 403) logRefusal(log, c, problem.code);
    if (error instanceof AppError && error.retryAfter) c.header('Retry-After', String(error.retryAfter));
    const body = problem.code === 'internal' ? { ...problem, requestId } : problem;
    return c.json(body, STATUS[problem.code] satisfies ContentfulStatusCode);
  });

  return app;
}

/**
 * 405 for wrong methods of known paths, a JSON 404 for unknown paths under `/api`. Call it after all routes.
 * @throws if a route under `/api` has no schemas
 */
export function closeApi(app: Hono<Env>, { endpoints, countVisit }: Omit<Api, 'endpoint'>): void {
  const methods = Map.groupBy(endpoints, ({ path }) => path);
  const undocumented = app.routes.find(
    ({ method, path }) => path.startsWith('/api/') && method !== 'ALL' && !methods.has(path),
  );
  if (undocumented) throw new Error(`${undocumented.method} ${undocumented.path} has no schemas`);
  for (const [path, known] of methods) {
    app.all(path, async (c) => {
      await countVisit(c);
      c.header('Allow', known.map(({ method }) => method.toUpperCase()).join(', '));
      throw new AppError('method_not_allowed', 'Method not allowed');
    });
  }
  app.all('/api/*', async (c) => {
    await countVisit(c);
    throw nothingHere();
  });
}
