import { randomBytes } from 'node:crypto';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Instance } from '@selvedge/shared/instance/instance';
import { iconAddress } from '@selvedge/shared/instance/instance-pictures';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { TEXT_PAGE_NAMES } from '@selvedge/shared/instance/text-pages';
import type { Houses } from '@selvedge/shared/items/houses';
import { NOT_PAGES } from '@selvedge/shared/platform/not-pages';
import { SHELL_VERSION } from '@selvedge/shared/platform/shell-version';
import { tabTitle } from '@selvedge/shared/platform/titles';
import type { Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Config } from '../config.ts';
import type { Identity } from '../identity/public.ts';
import { nothingHere } from '../platform/core/errors.ts';
import type { Database } from '../platform/db/database.ts';
import { readBuiltClient } from '../platform/http/built-client.ts';
import type { Env } from '../platform/http/endpoint.ts';
import { cached } from '../platform/settings/cached.ts';
import type { LiveSettings } from '../platform/settings/follow-settings.ts';
import { textHash } from '../platform/settings/text-hash.ts';
import { brandOf } from './brand.ts';
import { readClientFiles } from './client-files.ts';
import { footerOf } from './footer.ts';
import { iconLinks, renderHead } from './head.ts';
import { jsonBlock } from './json-block.ts';
import { lookOf } from './look.ts';
import { machineRoutes } from './machine-routes.ts';
import { manifestOf } from './manifest.ts';
import { missingPage, type Page } from './page.ts';
import { pageRoutes } from './routes.ts';
import { withoutTrailingSlash } from './trailing-slash.ts';

const NONCE_BYTES = 16;
const YEAR_SECONDS = 31_536_000;

const isHosted = (provider: Instance['provider']): provider is Exclude<Instance['provider'], 'none' | null> =>
  provider !== null && provider !== 'none';

const policy = (nonce: string, provider: Instance['provider']): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    `connect-src 'self'${isHosted(provider) ? ` ${new URL(provider.url).origin}` : ''}`,
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

/** The service worker is a single file, and makes requests to this origin only: also for the icon of a notification. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'";

const PLACEHOLDERS =
  /__NONCE__|<!--__HEAD__-->|<!--__ICONS__-->|<!--__BRAND__-->|<!--__FIRST_PAINT__-->|<!--__FOOTER__-->|"__INSTANCE__"|"__PAGE_DATA__"/g;

/** By what the service worker notices that the page it shows offline is out of date. */
const shellVersion = (build: string | null, instance: InstanceSettings): string =>
  `${build}.${textHash(JSON.stringify(instance)).slice(0, 16)}`;

interface WebParts {
  config: Pick<
    Config,
    'publicUrl' | 'sourceUrl' | 'timeZone' | 'securityContact' | 'hasSecurityContact' | 'bumpCooldownHours'
  >;
  db: Database;
  settings: Pick<LiveSettings, 'current'>;
  isSettingUp(c: Context): Promise<boolean>;
  identity: Pick<Identity, 'provider' | 'hasDiscord' | 'hasPasskeys' | 'oidcName' | 'signUpMode'> & {
    keys: Pick<Identity['keys'], 'everPublished'>;
  };
  houses(): Houses;
  dist?: string;
}

/**
 * Serves the web client: its files, cached forever if their names change with their content, and its page for
 * every other path, with a fresh nonce under a content security policy that lets nothing else run.
 */
export function serveWeb(
  app: Hono<Env>,
  { config, db, settings, isSettingUp, identity, houses, dist: folder }: WebParts,
): void {
  const { dist, template, build } = readBuiltClient(folder);
  const filesOf = readClientFiles(dist, template ?? '');
  const { provider } = identity;
  const shell = cached((instance) => shellVersion(build, instance));
  const describeInstance = (instance: InstanceSettings): Instance => ({
    name: instance.name,
    title: tabTitle(null, instance),
    pages: TEXT_PAGE_NAMES.filter((name) => instance[name] !== ''),
    rules: instance.rules === '' ? null : textHash(instance.rules),
    sourceUrl: config.sourceUrl,
    timeZone: instance.timeZone || config.timeZone,
    currency: instance.currency,
    discord: identity.hasDiscord(),
    passkeys: identity.hasPasskeys,
    oidc: identity.oidcName,
    bumpCooldownHours: config.bumpCooldownHours,
    signUp: identity.signUpMode(),
    features: instance.features,
    provider,
    build,
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
  app.use(
    '/sw.js',
    serveStatic({
      root: dist,
      onFound(_, c) {
        c.header('Cache-Control', 'no-cache');
        c.header('Content-Security-Policy', WORKER_POLICY);
      },
    }),
  );
  for (const path of ['/favicon.svg', '/icons/*']) {
    app.use(path, serveStatic({ root: dist }));
  }

  /** Leads to an icon whose address changes when an admin changes it. */
  const toIcon = (c: Context<Env>, address: string) => {
    c.header('Cache-Control', 'no-cache');
    return c.redirect(address);
  };
  // Browsers, phones and feed readers ask for the first two on pages that name no icon; the service worker shows the
  // third in notifications.
  for (const [path, size] of [
    ['/favicon.ico', '32'],
    ['/apple-touch-icon.png', '180'],
    ['/icons/notification.png', '192'],
  ] as const) {
    app.get(path, (c) => {
      const { icon } = settings.current();
      return toIcon(c, icon === '' ? '/icons/mark-192.png' : iconAddress(icon, size));
    });
  }

  app.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifestOf(settings.current())), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
    }),
  );

  const show = async (c: Context<Env>, page: Page) => {
    if (template === null) return c.text('The web client is not built. Run "npm start".', 503);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const instance = settings.current();
    const site = { publicUrl: config.publicUrl, instance, look: lookOf(instance), nonce };
    const parts: Record<string, string> = {
      __NONCE__: nonce,
      '<!--__HEAD__-->': await renderHead(page, site, page.module ? filesOf(page.module) : []),
      '<!--__ICONS__-->': String(await iconLinks(instance)),
      '<!--__BRAND__-->': String(await brandOf(instance)),
      '<!--__FIRST_PAINT__-->': String((await page.firstPaint) ?? ''),
      '<!--__FOOTER__-->': String(await footerOf(instance)),
      '"__INSTANCE__"': jsonBlock(describeInstance(instance)),
      '"__PAGE_DATA__"': jsonBlock(page.data),
    };
    c.header(SHELL_VERSION, shell(instance));
    c.header('Content-Security-Policy', policy(nonce, provider));
    // Must be revalidated before reuse: the nonce is for one reader, and the embedded data goes out of date.
    c.header('Cache-Control', 'private, no-cache');
    // In one pass, so that members' text is never mistaken for a placeholder.
    return c.html(
      template.replace(PLACEHOLDERS, (place) => parts[place] ?? ''),
      page.status,
    );
  };
  app.use(compress());
  machineRoutes(app, { db, config, settings, houses, keys: identity.keys });
  const { publicUrl, sourceUrl } = config;
  pageRoutes(app, { db, settings, publicUrl, sourceUrl, isSettingUp, show });
  app.get('*', async (c) => {
    if (NOT_PAGES.test(c.req.path)) throw nothingHere();
    const page = withoutTrailingSlash(c.req.url);
    if (page !== null) return c.redirect(page, 308);
    return show(c, missingPage('Not found'));
  });
}
