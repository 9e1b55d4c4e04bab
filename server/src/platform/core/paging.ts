import { Id } from '@selvedge/shared/platform/id';
import { COUNT_MAX, PAGE_DEFAULT, PAGE_MAX } from '@selvedge/shared/platform/limits';
import { wholeNumber } from '@selvedge/shared/platform/whole-number';
import * as z from 'zod';
import { AppError } from './errors.ts';

export interface Place {
  at: Date;
  id: string;
}

export const PageQuery = z.strictObject({
  limit: wholeNumber(1, PAGE_MAX).default(PAGE_DEFAULT),
  cursor: z.string().max(200).optional(),
});

// The last millisecond with a four-digit year, which both databases can compare.
export const AT_MAX = 253_402_300_799_999;
const Encoded = z.tuple([wholeNumber(0, AT_MAX), Id]);

/** Below every id, for lists in ascending order. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
/** Above every row of a descending list, so that the first page needs no special query. */
export const TOP: Place = { at: new Date(AT_MAX), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export const START: Place = { at: new Date(0), id: LOWEST_ID };

export function encodeCursor({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

export function foreignCursor() {
  return new AppError('invalid_input', 'This cursor does not belong to this list.');
}

/** @throws invalid_input if `encodeCursor` did not produce the cursor. */
export function decodeCursor(cursor: string): Place {
  const parsed = Encoded.safeParse(Buffer.from(cursor, 'base64url').toString().split('.'));
  if (!parsed.success) throw foreignCursor();
  const [ms, id] = parsed.data;
  return { at: new Date(ms), id };
}

/** @param first the place before the list's first row */
export async function* inPages<P, R>(
  first: P,
  limit: number,
  read: (from: P, limit: number) => PromiseLike<R[]>,
  placeOf: (row: R) => P,
): AsyncGenerator<R[]> {
  let from = first;
  for (;;) {
    const rows = await read(from, limit);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    from = placeOf(last);
  }
}

export interface Paged {
  req: { url: string };
  header(name: string, value: string): void;
}

/** @param total counted up to `COUNT_MAX + 1`, which means that there are more */
export function setTotal(c: Pick<Paged, 'header'>, total: number): void {
  c.header('X-Total-Count', String(Math.min(total, COUNT_MAX)));
  if (total > COUNT_MAX) c.header('X-Total-Count-Capped', 'true');
}

export function nextLink(c: Paged, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

/** Maximum bytes of a page's rows as JSON. A page of ordinary texts has a tenth of that. */
const PAGE_MAX_BYTES = 900_000;

export function itemsWithin<T>(items: T[], max: number): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > max;
  });
  return end === -1 ? items : items.slice(0, Math.max(end, 1));
}

export function itemsOfPage<T>(items: T[]): T[] {
  return itemsWithin(items, PAGE_MAX_BYTES);
}

/** Cuts the `limit + 1` rows that the caller read to one page, shorter if they are heavy, and sets `Link`. */
export function cutPage<R>(c: Paged, rows: R[], limit: number, placeOf: (row: R) => Place): R[] {
  return cutPageAt(c, rows, limit, (row) => encodeCursor(placeOf(row)));
}

export function cutPageAt<R>(c: Paged, rows: R[], limit: number, cursorOf: (row: R) => string): R[] {
  const page = itemsOfPage(rows.slice(0, limit));
  const last = page.at(-1);
  if (rows.length > page.length && last) c.header('Link', nextLink(c, cursorOf(last)));
  return page;
}
