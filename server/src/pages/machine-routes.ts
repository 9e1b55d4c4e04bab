import { contactLink } from '@selvedge/shared/instance/text-pages';
import type { Houses } from '@selvedge/shared/items/houses';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { Config } from '../config.ts';
import type { Identity } from '../identity/public.ts';
import { notFound } from '../platform/core/errors.ts';
import { LOWEST_ID } from '../platform/core/paging.ts';
import type { Database } from '../platform/db/database.ts';
import type { Env } from '../platform/http/endpoint.ts';
import type { LiveSettings } from '../platform/settings/follow-settings.ts';
import { feed, jsonFeed } from './feed.ts';
import { createSitemapIndex, type Kind, part, plainPart } from './sitemap.ts';

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const HOUR_SECONDS = 3_600;
const FEED_SECONDS = 300;
/** Shorter than a new key is published before it signs. */
const KEYS_SECONDS = 600;
const DAY_MS = 86_400_000;
/** How long security.txt is valid; its expiry is recomputed for every request. */
const SECURITY_DAYS = 90;

/** Paths that search engines should not crawl. */
const DISALLOWED = ['/api/', '/auth/', '/messages', '/login'];

const Part = z.enum(['listings', 'wanted', 'profiles'] satisfies Kind[]);

interface MachineParts {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'securityContact' | 'hasSecurityContact'>;
  settings: Pick<LiveSettings, 'current'>;
  keys: Pick<Identity['keys'], 'everPublished'>;
  houses(): Houses;
}

/** Files under well-known names for machines: robots.txt, the sitemap, the feed, security.txt, the signing keys. */
export function machineRoutes(app: Hono<Env>, { db, config, settings, keys, houses }: MachineParts): void {
  const { publicUrl } = config;
  /** The environment's, or else the instance's own, or else the default mailbox. */
  const securityContact = () => {
    const { contact } = settings.current();
    return config.hasSecurityContact || contact === '' ? config.securityContact : contactLink(contact);
  };
  const sitemapIndex = createSitemapIndex(db, publicUrl);
  const send = (c: Context<Env>, body: string, type: string, seconds: number) =>
    c.body(body, 200, { 'Content-Type': type, 'Cache-Control': `public, max-age=${seconds}` });

  app.get('/robots.txt', (c) => {
    const rules = ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`), 'Allow: /'];
    return send(c, `${rules.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`, TEXT, HOUR_SECONDS);
  });
  app.get('/.well-known/security.txt', (c) => {
    const expires = new Date(Date.now() + SECURITY_DAYS * DAY_MS).toISOString();
    const lines = [
      `Contact: ${securityContact()}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return send(c, `${lines.join('\n')}\n`, TEXT, HOUR_SECONDS);
  });
  app.get('/.well-known/jwks.json', (c) =>
    send(c, JSON.stringify({ keys: keys.everPublished() }), 'application/jwk-set+json', KEYS_SECONDS),
  );
  app.get('/sitemap.xml', async (c) => send(c, await sitemapIndex(), XML, HOUR_SECONDS));
  app.get('/sitemap/pages.xml', (c) => send(c, plainPart(publicUrl, settings.current()), XML, HOUR_SECONDS));
  app.get('/sitemap/:file{[a-z]+\\.xml}', async (c) => {
    const kind = Part.safeParse(c.req.param('file').replace(/\.xml$/, ''));
    const after = z.guid().safeParse(c.req.query('after') ?? LOWEST_ID);
    if (!kind.success || !after.success) throw notFound('There is nothing at this address.');
    return send(c, await part(db, publicUrl, kind.data, after.data), XML, HOUR_SECONDS);
  });
  const feeds = [
    ['/feed.xml', feed, 'application/rss+xml; charset=utf-8'],
    ['/feed.json', jsonFeed, 'application/feed+json'],
  ] as const;
  for (const [path, write, type] of feeds) {
    app.get(path, async (c) => {
      const options = { publicUrl, instance: settings.current(), houses: houses() };
      const { search } = new URL(c.req.url);
      return send(c, await db.read((conn) => write(conn, search, options)), type, FEED_SECONDS);
    });
  }
}
