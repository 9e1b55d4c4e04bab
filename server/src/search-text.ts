import { foldLetters } from '@selvedge/shared/fold';
import { cleanText } from '@selvedge/shared/text';
import * as z from 'zod';

/**
 * UTF-16 units of folded text that are kept for search. With three bytes each it fits into one entry of a PostgreSQL
 * index (2,704 bytes); what people write is far shorter, text made of joined emoji need not be.
 */
const FOLDED_MAX = 600;

/** A search term in a query; an empty one is none. */
export const SearchTerm = z
  .string()
  .max(200, 'This search is too long')
  .transform((term) => cleanText(term) || undefined)
  .optional();

/** Text as search compares it: lower case, without marks, in one line per field. */
export const foldText = (...fields: string[]): string =>
  foldLetters(fields.map((field) => cleanText(field).replace(/\s+/gu, ' ')).join('\n')).slice(0, FOLDED_MAX);
