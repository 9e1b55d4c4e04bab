import { foldLetters } from '@selvedge/shared/fold';
import { cleanText } from '@selvedge/shared/text';
import * as z from 'zod';

/**
 * How many UTF-16 units of folded text are kept for search. At three bytes each they fit into one entry of a PostgreSQL
 * index (2,704 bytes). Ordinary text is far shorter, but text made of joined emoji need not be.
 */
const FOLDED_MAX = 600;

/** A search term in a query string; an empty one counts as none. */
export const SearchTerm = z
  .string()
  .max(200, 'This search is too long')
  .transform((term) => cleanText(term) || undefined)
  .optional();

/** Text as search compares it: lower case, without diacritics, one line per field. */
export const foldText = (...fields: string[]): string =>
  foldLetters(fields.map((field) => cleanText(field).replace(/\s+/gu, ' ')).join('\n')).slice(0, FOLDED_MAX);
