import { Id } from '@selvedge/shared/id';
import { PAGE_DEFAULT, PAGE_MAX } from '@selvedge/shared/limits';
import { wholeNumber } from '@selvedge/shared/whole-number';
import * as z from 'zod';
import { AppError } from './errors.ts';

/** A place in a list that is ordered by an instant and, where that is equal, by id. */
export interface Place {
  at: Date;
  id: string;
}

/** What every list takes. */
export const PageQuery = z.strictObject({
  limit: wholeNumber(1, PAGE_MAX).default(PAGE_DEFAULT),
  cursor: z.string().max(200).optional(),
});

// The last millisecond that has a year of four digits: both engines can compare it.
const AT_MAX = 253_402_300_799_999;
const Encoded = z.tuple([wholeNumber(0, AT_MAX), Id]);

/** Below every id, for lists in ascending order. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
/** Above everything that a list in descending order holds, so that the first page is asked for like any other. */
export const TOP: Place = { at: new Date(AT_MAX), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** An opaque text for a URL. */
export const encodeCursor = ({ at, id }: Place): string =>
  Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

export const foreignCursor = () =>
  new AppError('invalid_input', 'The cursor is not one that this list gave.');

/** @throws invalid_input when it is none of ours. */
export function decodeCursor(cursor: string): Place {
  const parsed = Encoded.safeParse(Buffer.from(cursor, 'base64url').toString().split('.'));
  if (!parsed.success) throw foreignCursor();
  const [ms, id] = parsed.data;
  return { at: new Date(ms), id };
}

/** What a page of a list needs of its request, and of its answer. */
export interface Paged {
  req: { url: string };
  header(name: string, value: string): void;
}

/** The `Link` header that names the next page: this request's own address with the cursor in it. */
export function nextLink(c: Paged, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

/**
 * Cuts a page of `limit` out of rows of which one more was read, and names the next page if there is one.
 * @returns the rows of the page.
 */
export const cutPage = <R>(c: Paged, rows: R[], limit: number, placeOf: (row: R) => Place): R[] =>
  cutPageAt(c, rows, limit, (row) => encodeCursor(placeOf(row)));

/** The same for a list with cursors of its own. */
export function cutPageAt<R>(c: Paged, rows: R[], limit: number, cursorOf: (row: R) => string): R[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) c.header('Link', nextLink(c, cursorOf(last)));
  return page;
}
