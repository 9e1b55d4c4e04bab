import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { LOWEST_ID } from '../platform/core/paging.ts';
import type { Conn, Database } from '../platform/db/database.ts';
import { writtenPages } from './footer.ts';
import { listingsForSitemap, profilesForSitemap, type SitemapRow, wantedForSitemap } from './queries.ts';
import { type Element, element, xmlDocument } from './xml.ts';

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
/** URLs in one part; the protocol allows ten times as many. */
const PART_SIZE = 5_000;
/** Parts per kind in the index; the protocol allows 50,000 of all kinds. */
const PARTS_MAX = 10_000;
const INDEX_CACHE_MS = 3_600_000;

interface Window extends Record<string, unknown> {
  after: string;
  skip: number;
  limit: number;
}

const KINDS = {
  listings: { path: '/listing/', read: listingsForSitemap },
  wanted: { path: '/wtb/', read: wantedForSitemap },
  profiles: { path: '/profile/', read: profilesForSitemap },
} satisfies Record<string, { path: string; read: (conn: Conn, window: Window) => Promise<SitemapRow[]> }>;
export type Kind = keyof typeof KINDS;

const urlElement = (address: string, changedAt?: Date): Element =>
  element('url', [
    element('loc', address),
    ...(changedAt ? [element('lastmod', changedAt.toISOString())] : []),
  ]);

const urlSet = (urls: Element[]): string => xmlDocument(element('urlset', urls, NAMESPACE));

/** The part with the fixed pages, and those that the operator has written. */
export function plainPart(publicUrl: string, instance: InstanceSettings): string {
  return urlSet(
    ['', 'wtb', 'about', ...writtenPages(instance)].map((path) => urlElement(`${publicUrl}/${path}`)),
  );
}

export async function part(db: Database, publicUrl: string, kind: Kind, after: string): Promise<string> {
  const { path, read } = KINDS[kind];
  const rows = await db.read((conn) => read(conn, { after, skip: 0, limit: PART_SIZE }));
  return urlSet(rows.map(({ name, changedAt }) => urlElement(publicUrl + path + name, changedAt)));
}

/** The ids above which the parts of one kind begin: one short step along the index per part. */
async function startsOf(db: Database, kind: Kind): Promise<string[]> {
  const starts: string[] = [];
  let after: string | undefined = LOWEST_ID;
  while (after !== undefined && starts.length < PARTS_MAX) {
    starts.push(after);
    const last: Window = { after, skip: PART_SIZE - 1, limit: 1 };
    after = (await db.read((conn) => KINDS[kind].read(conn, last)))[0]?.key;
  }
  return starts;
}

async function index(db: Database, publicUrl: string): Promise<string> {
  const addresses = [`${publicUrl}/sitemap/pages.xml`];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    for (const after of await startsOf(db, kind)) {
      addresses.push(`${publicUrl}/sitemap/${kind}.xml?after=${after}`);
    }
  }
  const parts = addresses.map((address) => element('sitemap', [element('loc', address)]));
  return xmlDocument(element('sitemapindex', parts, NAMESPACE));
}

/** The index of all parts, cached for an hour: pages added meanwhile appear in the last part. */
export function createSitemapIndex(db: Database, publicUrl: string): () => Promise<string> {
  let cached: { at: number; xml: Promise<string> } | null = null;
  return () => {
    if (cached && performance.now() - cached.at < INDEX_CACHE_MS) return cached.xml;
    const created = { at: performance.now(), xml: index(db, publicUrl) };
    cached = created;
    created.xml.catch(() => {
      if (cached === created) cached = null;
    });
    return created.xml;
  };
}
