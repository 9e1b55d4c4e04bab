import { amountInCents } from '@selvedge/shared/items/prices';
import { cleanText } from '@selvedge/shared/platform/clean-text';
import { foldText } from '@selvedge/shared/platform/fold';
import { Id } from '@selvedge/shared/platform/id';
import { REQUIRED } from '@selvedge/shared/platform/input-errors';
import {
  CATEGORIES,
  CONDITIONS,
  LEFT_OUT_MAX,
  LISTING_LIMITS,
  SORTS,
} from '@selvedge/shared/platform/limits';
import { text } from '@selvedge/shared/platform/text';
import * as z from 'zod';
import { PageQuery } from '../../../platform/core/paging.ts';
import { SearchTerm } from '../../../platform/core/search-term.ts';

const AMOUNT_INVALID = 'A price is digits with at most two decimals, up to 10,000,000';
const amount = () => amountInCents(AMOUNT_INVALID).optional();

export const SoldQuery = z
  .stringbool({ truthy: ['true'], falsy: ['false'] })
  .optional()
  .meta({ description: 'Only sold listings, or only those on sale' });

/** The most sizes that one request can name. */
const SIZES_MAX = 30;
const Size = text({
  max: LISTING_LIMITS.size,
  required: REQUIRED,
  tooLong: 'Size must be less than 5 characters',
});

const TOO_MANY = `Leave out at most ${LEFT_OUT_MAX} words and sellers`;

const LeftOut = z
  .string()
  .max(200, 'This search is too long')
  .transform((text) =>
    cleanText(text)
      .split(/[\s,]+/u)
      .filter((one) => foldText(one) !== ''),
  )
  .refine((all) => all.length <= LEFT_OUT_MAX, TOO_MANY)
  .transform((all) => (all.length === 0 ? undefined : all))
  .optional();

const filters = {
  brand: SearchTerm.meta({
    description: 'Part of the brand; case, accents, dots and apostrophes make no difference',
  }),
  category: z.enum(CATEGORIES).optional(),
  condition: z.enum(CONDITIONS).optional(),
  size: z.array(Size).max(SIZES_MAX, `Choose at most ${SIZES_MAX} sizes`).optional().meta({
    description:
      'A whole word of the size or several, case-insensitive: `42` finds `EU 42`, not `42.5`. Repeated, any of them',
  }),
  minPrice: amount().meta({ description: 'US dollars, inclusive' }),
  maxPrice: amount().meta({ description: 'US dollars, inclusive' }),
  sold: SoldQuery,
  seller: Id.optional().meta({ description: 'The id of one seller' }),
  not: LeftOut.meta({
    description:
      'Words that the brand, title and description do not have, and sellers as `@name`, between spaces',
  }),
};

const Q = z
  .string()
  .max(200, 'This search is too long')
  .transform(cleanText)
  .refine((term) => foldText(term) !== '', 'Enter a word to search for')
  .optional()
  .meta({
    description:
      'Words of the brand, title and description, each by its beginning: what hits the brand comes first, then the title, then the description. Accents, case, dots, apostrophes, plurals, hyphens and spaces make no difference, and houses are found by their other names. Without a letter or digit, it finds nothing',
  });

/** What the grid shows, in any order. */
export const FilterQuery = z.strictObject({ ...filters, q: Q });

/** The query parameters of the grid; prices are parsed to cents. */
export const FindQuery = PageQuery.extend({
  ...filters,
  q: Q,
  sort: z.enum(SORTS).default('bumped'),
  fields: z
    .enum(['card'])
    .optional()
    .meta({ description: 'Only what a card shows: without description, category and seller, one photo' }),
});
export type FindQuery = z.output<typeof FindQuery>;

/** The filters of the grid. */
export type Filters = Pick<FindQuery, keyof typeof filters>;

/** What a saved search and the feed take. */
export type SearchFilters = z.output<typeof FilterQuery>;

/** Whether any filter is set. */
export function hasFilters(query: Filters): boolean {
  return Object.keys(filters).some((name) => query[name as keyof Filters] !== undefined);
}
