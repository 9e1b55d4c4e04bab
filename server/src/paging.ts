import type { Context } from 'hono';
import * as z from 'zod';
import { AppError } from './errors.ts';

/** A place in a list that is ordered by an instant and, where that is equal, by id. */
export interface Place {
  at: Date;
  id: string;
}

const Encoded = z.tuple([z.coerce.number().int().min(0), z.uuid()]);

/** An opaque text for a URL. */
export const encodeCursor = ({ at, id }: Place): string =>
  Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

/** @throws invalid_input when it is none of ours. */
export function decodeCursor(cursor: string): Place {
  const parsed = Encoded.safeParse(Buffer.from(cursor, 'base64url').toString().split('.'));
  if (!parsed.success) throw new AppError('invalid_input', 'The cursor is not one that this list gave.');
  const [ms, id] = parsed.data;
  return { at: new Date(ms), id };
}

/** The `Link` header that names the next page: this request's own address with the cursor in it. */
export function nextLink(c: Context, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
