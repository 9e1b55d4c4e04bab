import { createHash, timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Hono } from 'hono';
import { notFound, unauthorized } from '../../core/errors.ts';
import { isLoopbackAddress, isLoopbackHost } from '../../core/ip-address.ts';
import { bearer, type Env } from '../../http/endpoint.ts';
import type { Metrics } from './metrics.ts';

/** Any of these headers means that the request came through a local proxy. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];

// The host name must be a loopback name, too, against DNS rebinding (a page in a local browser whose host
// resolves to this address) and proxies that forward the host.
function isLocal(c: Context): boolean {
  const { hostname } = new URL(c.req.url);
  return (
    isLoopbackAddress(getConnInfo(c).remote.address ?? '') &&
    isLoopbackHost(hostname) &&
    !FORWARDED.some((name) => c.req.header(name) !== undefined)
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @throws not_found if no token is configured, unauthorized for a wrong token */
function requireMetricsAccess(c: Context, token: string | undefined): void {
  if (isLocal(c)) return;
  if (token === undefined) throw notFound('There is nothing at this address.');
  if (!timingSafeEqual(digest(bearer(c) ?? ''), digest(token))) throw unauthorized();
}

/** Serves `/metrics` for Prometheus, outside the REST contract: open to this machine, to others with METRICS_TOKEN. */
export function serveMetrics(
  app: Hono<Env>,
  { text }: Pick<Metrics, 'text'>,
  token: string | undefined,
): void {
  app.get('/metrics', async (c) => {
    requireMetricsAccess(c, token);
    const { type, body } = await text();
    return c.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  });
}
