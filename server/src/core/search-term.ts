import { cleanText } from '@selvedge/shared/clean-text';
import * as z from 'zod';

/** A search term in a query string; an empty term counts as none. */
export const SearchTerm = z
  .string()
  .max(200, 'This search is too long')
  .transform((term) => cleanText(term) || undefined)
  .optional();
