import { graphemes } from '@selvedge/shared/platform/format';
import {
  CATEGORIES,
  CONDITIONS,
  GRID_PARAMS,
  LISTING_LIMITS,
  REPEATED_PARAMS,
  SORTS,
} from '@selvedge/shared/platform/limits';
import { parseMoney } from '@selvedge/shared/platform/money';
import { formatPrice, priceProblem } from '../../lib/price.ts';

type Name = (typeof GRID_PARAMS)[number];

/** The grid's filters, named as in the URL and the API; an empty string or list is no filter. */
export type Filters = Record<Exclude<Name, 'size'>, string> & { size: string[] };

const oneOf = (options: readonly string[], value: string): string => (options.includes(value) ? value : '');

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const price = (value: string): string => (priceProblem(value) ? '' : (parseMoney(value) ?? ''));
const clean: Record<Name, (value: string) => string> = {
  brand: (value) => value,
  q: (value) => value,
  category: (value) => oneOf(CATEGORIES, value),
  condition: (value) => oneOf(CONDITIONS, value),
  size: (value) => (graphemes(value) <= LISTING_LIMITS.size ? value : ''),
  minPrice: price,
  maxPrice: price,
  sold: (value) => oneOf(['true', 'false'], value),
  seller: (value) => (ID.test(value) ? value.toLowerCase() : ''),
  not: (value) => value,
  // The first order is the default, which URLs omit.
  sort: (value) => oneOf(SORTS.slice(1), value),
};

/** Swaps a minimum price that is above the maximum. */
function inOrder(filters: Filters): Filters {
  const { minPrice, maxPrice } = filters;
  const isReversed = minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
  return isReversed ? { ...filters, minPrice: maxPrice, maxPrice: minPrice } : filters;
}

/** The filters in a URL; invalid values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const entries = GRID_PARAMS.map((name) => {
    const values = params.getAll(name).map((value) => clean[name](value.trim()));
    return [name, REPEATED_PARAMS.includes(name) ? [...new Set(values.filter(Boolean))] : (values[0] ?? '')];
  });
  // `GRID_PARAMS` has every name, so the cast is safe.
  return inOrder(Object.fromEntries(entries) as Filters);
}

function withQuery(path: string, filters: Filters): string {
  const ordered = inOrder(filters);
  const query = new URLSearchParams(
    GRID_PARAMS.flatMap((name) => [ordered[name]].flat().map((value) => [name, value])).filter(
      ([, value]) => value,
    ),
  );
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** The URL of the page with these filters. */
export function homePath(filters: Filters): string {
  return withQuery('/', filters);
}

/** The URL of the first page of the list with these filters. */
export function listAddress(filters: Filters): string {
  return withQuery('/api/listings?fields=card', filters);
}

/** The URL of the sizes that the other filters find. */
export function sizesAddress(filters: Filters): string {
  return withQuery('/api/listing-sizes', { ...filters, size: [], sort: '' });
}

/** The query string of a search with these filters, in any order of the list; empty without a filter. */
export function searchQuery(filters: Filters): string {
  return withQuery('', { ...filters, sort: '' }).slice(1);
}

/** The label of an active filter, and the change that removes it. */
export interface Chip {
  text: string;
  cleared: Partial<Filters>;
}

function priceText(minPrice: string, maxPrice: string): string {
  if (maxPrice === '') return `From ${formatPrice(minPrice)}`;
  if (minPrice === '') return `Up to ${formatPrice(maxPrice)}`;
  return `${formatPrice(minPrice)} to ${formatPrice(maxPrice)}`;
}

/**
 * The active filters except the brand or words, which have their own field.
 * @param sellerName undefined while it is not known
 */
export function chipsOf(filters: Filters, sellerName?: string): Chip[] {
  const { category, condition, size: sizes, minPrice, maxPrice, sold, seller, not } = filters;
  const chips: Chip[] = [];
  if (category) chips.push({ text: category, cleared: { category: '' } });
  if (condition) chips.push({ text: condition, cleared: { condition: '' } });
  for (const size of sizes) {
    chips.push({
      text: `Size ${size.toUpperCase()}`,
      cleared: { size: sizes.filter((other) => other !== size) },
    });
  }
  if (minPrice || maxPrice) {
    chips.push({ text: priceText(minPrice, maxPrice), cleared: { minPrice: '', maxPrice: '' } });
  }
  if (sold) chips.push({ text: sold === 'false' ? 'Sold hidden' : 'Sold only', cleared: { sold: '' } });
  if (seller) chips.push({ text: `From ${sellerName ?? 'one seller'}`, cleared: { seller: '' } });
  if (not) chips.push({ text: `Without ${not}`, cleared: { not: '' } });
  return chips;
}

/** The change that removes all chips. */
export const CLEARED: Partial<Filters> = {
  category: '',
  condition: '',
  size: [],
  minPrice: '',
  maxPrice: '',
  sold: '',
  seller: '',
  not: '',
};
