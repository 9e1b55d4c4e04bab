import type { PageData } from '@selvedge/shared/platform/page-data';
import { openWorld, type WorldOptions } from '../world.ts';

export const PUBLIC_URL = 'https://shop.example';

/** A world whose pages name `PUBLIC_URL`. */
export async function openSite(options: WorldOptions = {}) {
  const world = await openWorld({ env: { PUBLIC_URL }, ...options });
  return {
    ...world,
    /** A page as it is sent. */
    async open(path: string, headers: Record<string, string> = {}) {
      const response = await world.call('GET', path, { headers });
      return { status: response.status, headers: response.headers, html: await response.text() };
    },
  };
}
export type Site = Awaited<ReturnType<typeof openSite>>;

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
