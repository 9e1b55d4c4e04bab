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

// Letters that people type without their stroke or ligature, and that Unicode does not decompose; and the sigma that
// ends a word.
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', ς: 'σ' };

/** Text as search compares it: lower case, without marks, in one line per field. */
export const foldText = (...fields: string[]): string =>
  fields
    .map((field) => cleanText(field).replace(/\s+/gu, ' '))
    .join('\n')
    // Some signs become capitals only when they are taken apart.
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœßıς]/gu, (letter) => PLAIN[letter] ?? letter)
    .slice(0, FOLDED_MAX);
