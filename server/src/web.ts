import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Instance } from '@selvedge/shared/instance';
import type { Hono } from 'hono';
import type { Config } from './config.ts';
import type { Env } from './endpoint.ts';
import { notFound } from './errors.ts';

const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const DIST_OF_SOURCE = fileURLToPath(new URL('../../web/dist', import.meta.url));
const NONCE_BYTES = 16;
const YEAR_SECONDS = 31_536_000;
/** Paths that are never a page. */
const NOT_PAGES = /^\/(api|auth|media|socket\.io|assets|fonts)(\/|$)/;

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "connect-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types selvedge-worker',
  ].join('; ');

// Inside a script element only "</" could end it early.
const asJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Serves the web client: its files as they are, for ever under names that change with their content, and its page for
 * every other path, with a nonce of its own under a policy that lets nothing else run.
 */
export function serveWeb(
  app: Hono<Env>,
  { config }: { config: Pick<Config, 'publicUrl' | 'timeZone'> },
): void {
  const dist = existsSync(DIST) ? DIST : DIST_OF_SOURCE;
  const index = join(dist, 'index.html');
  const template = existsSync(index) ? readFileSync(index, 'utf8') : null;
  const instance: Instance = { timeZone: config.timeZone, discord: false };

  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (!c.res.headers.has('Referrer-Policy')) c.header('Referrer-Policy', 'same-origin');
    if (config.publicUrl.startsWith('https:')) {
      c.header('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
    }
  });
  for (const path of ['/assets/*', '/fonts/*']) {
    app.use(
      path,
      serveStatic({
        root: dist,
        precompressed: true,
        onFound: (_, c) => c.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`),
      }),
    );
  }
  app.use('/favicon.svg', serveStatic({ root: dist }));
  app.use('/robots.txt', serveStatic({ root: dist }));

  app.get('*', (c) => {
    if (NOT_PAGES.test(c.req.path)) throw notFound('There is nothing at this address.');
    if (template === null) return c.text('The web client is not built. Run "npm start".', 503);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    c.header('Content-Security-Policy', policy(nonce));
    c.header('Cache-Control', 'no-cache');
    return c.html(template.replaceAll('__NONCE__', nonce).replace('"__INSTANCE__"', () => asJson(instance)));
  });
}
