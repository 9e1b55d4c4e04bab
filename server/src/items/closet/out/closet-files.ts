import { fromCents } from '@selvedge/shared/platform/money';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { LOWEST_ID } from '../../../platform/core/paging.ts';
import type { PersonalFile } from '../../../platform/core/personal-part.ts';
import type { Conn } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { BOM, csvLine } from './csv.ts';
import { listingsAbove, wantedAbove } from './queries.ts';

type Listing = Tables['listings']['$inferSelect'];

const PAGE = 100;

async function* inPages<Row extends { id: string }>(
  { db }: Ctx,
  memberId: string,
  find: (conn: Conn, page: { memberId: string; above: string; limit: number }) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  let above = LOWEST_ID;
  for (;;) {
    const rows = await db.read(async (conn) => find(conn, { memberId, above, limit: PAGE }));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    above = last.id;
  }
}

const photoPaths = ({ id, photos }: Listing): string[] =>
  photos.map((_, at) => `photos/${id}-${at + 1}.webp`);

const LISTING_COLUMNS = [
  ...['title', 'brand', 'category', 'size', 'condition', 'price', 'currency', 'status'],
  ...['listed', 'description', 'photos'],
];

async function* listingsCsv(ctx: Ctx, memberId: string) {
  const currency = ctx.settings.currency();
  yield BOM + csvLine(LISTING_COLUMNS);
  for await (const row of inPages(ctx, memberId, listingsAbove)) {
    const { title, brand, category, size, condition, priceCents, isSold, createdAt, description } = row;
    const status = isSold ? 'sold' : 'on sale';
    yield csvLine([
      ...[title, brand, category, size, condition, fromCents(priceCents), currency, status],
      ...[createdAt.toISOString(), description ?? '', photoPaths(row).join('|')],
    ]);
  }
}

const WANTED_COLUMNS = ['title', 'brand', 'size', 'max price', 'currency', 'status', 'posted', 'description'];

async function* wantedCsv(ctx: Ctx, memberId: string) {
  const currency = ctx.settings.currency();
  yield BOM + csvLine(WANTED_COLUMNS);
  for await (const row of inPages(ctx, memberId, wantedAbove)) {
    const { title, brand, size, maxPriceCents, isFulfilled, createdAt, description } = row;
    const status = isFulfilled ? 'found' : 'wanted';
    yield csvLine([
      ...[title, brand, size, fromCents(maxPriceCents), currency, status],
      ...[createdAt.toISOString(), description ?? ''],
    ]);
  }
}

/** A member's listings and WTBs as CSV files, and the photos. Everything is streamed, a page of rows at a time. */
export async function* closetFiles(ctx: Ctx, memberId: string): AsyncGenerator<PersonalFile> {
  yield { path: 'listings.csv', content: listingsCsv(ctx, memberId) };
  yield { path: 'wtb.csv', content: wantedCsv(ctx, memberId) };
  for await (const row of inPages(ctx, memberId, listingsAbove)) {
    const paths = photoPaths(row);
    for (const [at, { key }] of row.photos.entries())
      yield { path: paths[at] ?? '', content: ctx.media.read(key), isCompressed: true };
  }
}
