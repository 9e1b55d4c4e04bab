import { cleanText } from '@selvedge/shared/platform/clean-text';
import { foldText } from '@selvedge/shared/platform/fold';
import * as z from 'zod';

/** A search term in a query string; a term without a visible character counts as none. */
export const SearchTerm = z
  .string()
  .max(200, 'This search is too long')
  .transform((term) => (foldText(term) === '' ? undefined : cleanText(term)))
  .optional();
