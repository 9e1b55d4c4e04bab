import { fileURLToPath } from 'node:url';
import type { Feature } from '@selvedge/shared/instance-settings';
import type { PageData } from '@selvedge/shared/page-data';
import type { Database } from '../../../server/src/db/database.ts';
import { serveWeb } from '../../../server/src/pages/serve-web.ts';
import { openShop } from '../people/shop.ts';
import { ALL_FEATURES, settingsWith } from './features.ts';

export const PUBLIC_URL = 'https://shop.example';
// The unbuilt page of the client has the same placeholders as the built one.
const DIST = fileURLToPath(new URL('../../../web', import.meta.url));

/** An embedded identity provider as the pages see it, with sign-in by email and password only. */
export const PASSWORDS_ONLY: Parameters<typeof serveWeb>[1]['identity'] = {
  provider: null,
  hasDiscord: () => false,
  hasPasskeys: false,
  signUpMode: () => 'open',
  oidcName: null,
  keys: { everPublished: () => [] },
};

/** The shop and the pages of the site, rendered into the client's unbuilt page. */
export function openSite(db: Database, features: readonly Feature[] = ALL_FEATURES) {
  const settings = settingsWith(...features);
  const shop = openShop(db, { features: () => settings.features });
  const config = {
    publicUrl: PUBLIC_URL,
    sourceUrl: null,
    timeZone: 'America/Los_Angeles',
    hasSecurityContact: false,
    securityContact: 'mailto:security@shop.example',
    bumpCooldownHours: 24,
    identity: { discord: null },
  };
  serveWeb(shop.app, {
    ...{ config, db, dist: DIST },
    settings: { current: () => settings },
    isSettingUp: async () => false,
    identity: PASSWORDS_ONLY,
  });
  return {
    ...shop,
    /** A page as it is sent. */
    async open(path: string, headers: Record<string, string> = {}) {
      const response = await shop.call('GET', path, { headers });
      return { status: response.status, headers: response.headers, html: await response.text() };
    },
  };
}
export type Site = ReturnType<typeof openSite>;

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The title of a page. */
export const titleOf = (html: string): string => decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');

/** The content of every `meta` tag, by its name or property. */
export const metaOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      decode(content ?? ''),
    ]),
  );

export const canonicalOf = (html: string): string | null =>
  /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null;

const block = (html: string, start: RegExp): string | null => {
  const begin = start.exec(html);
  if (!begin) return null;
  const from = begin.index + begin[0].length;
  return html.slice(from, html.indexOf('</script>', from));
};

/** The API responses embedded in a page. */
export const dataOf = (html: string): PageData => JSON.parse(block(html, /id="page-data">/) ?? '{}');

/** The JSON-LD of a page, for search engines. */
export const structuredOf = (html: string) => JSON.parse(block(html, /application\/ld\+json">/) ?? 'null');

/** The tags of a page with the names of their attributes: user text must never change these. */
export const skeletonOf = (html: string): string[] =>
  [...html.matchAll(/<(\/?[a-z!-][^\s>/]*)((?:\s+[^\s=>/]+(?:=(?:"[^"]*"|[^\s">]+))?)*)/gi)].map(
    ([, tag, attributes]) =>
      [tag, ...[...(attributes ?? '').matchAll(/\s([^\s=]+)(?:="[^"]*")?/g)].map(([, name]) => name)].join(
        ' ',
      ),
  );
