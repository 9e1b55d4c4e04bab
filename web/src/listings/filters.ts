import { formatPrice, graphemes } from '@selvedge/shared/format';
import { CATEGORIES, CONDITIONS, GRID_PARAMS, LISTING_LIMITS, SORTS } from '@selvedge/shared/limits';
import { cleanPrice, wholePrice } from '../ui/clean-price.ts';

type Name = (typeof GRID_PARAMS)[number];

/** What the grid shows, by the names that address and contract have for it; an empty text asks for nothing. */
export type Filters = Record<Name, string>;

const oneOf = (options: readonly string[], value: string): string => (options.includes(value) ? value : '');
const price = (value: string): string => wholePrice(cleanPrice(value, ''));
const clean: Record<Name, (value: string) => string> = {
  brand: (value) => value,
  category: (value) => oneOf(CATEGORIES, value),
  condition: (value) => oneOf(CONDITIONS, value),
  size: (value) => (graphemes(value) <= LISTING_LIMITS.size ? value : ''),
  minPrice: price,
  maxPrice: price,
  sold: (value) => oneOf(['true', 'false'], value),
  // The first is what the grid has anyway.
  sort: (value) => oneOf(SORTS.slice(1), value),
};

/** Prices in the wrong order are turned round. */
function inOrder(filters: Filters): Filters {
  const { minPrice, maxPrice } = filters;
  const isTurned = minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
  return isTurned ? { ...filters, minPrice: maxPrice, maxPrice: minPrice } : filters;
}

/** What an address asks for; what makes no sense in it is left out. */
export function readFilters(params: URLSearchParams): Filters {
  const entries = GRID_PARAMS.map((name) => [name, clean[name]((params.get(name) ?? '').trim())]);
  // Every name is among them.
  return inOrder(Object.fromEntries(entries) as Filters);
}

function withQuery(path: string, filters: Filters): string {
  const ordered = inOrder(filters);
  const query = new URLSearchParams(
    GRID_PARAMS.map((name) => [name, ordered[name]]).filter(([, value]) => value),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The address of the page that shows it. */
export const homePath = (filters: Filters): string => withQuery('/', filters);

/** The address of its first page in the contract. */
export const listAddress = (filters: Filters): string => withQuery('/api/listings', filters);

/** A filter that is on, as a person reads it, and what takes it off again. */
export interface Chip {
  text: string;
  cleared: Partial<Filters>;
}

function priceText(minPrice: string, maxPrice: string): string {
  if (maxPrice === '') return `From ${formatPrice(minPrice)}`;
  if (minPrice === '') return `Up to ${formatPrice(maxPrice)}`;
  return `${formatPrice(minPrice)} to ${formatPrice(maxPrice)}`;
}

/** The filters that are on, but for the brand, which has its own field. */
export function chipsOf({ category, condition, size, minPrice, maxPrice, sold }: Filters): Chip[] {
  const chips: Chip[] = [];
  if (category) chips.push({ text: category, cleared: { category: '' } });
  if (condition) chips.push({ text: condition, cleared: { condition: '' } });
  if (size) chips.push({ text: `Size ${size.toUpperCase()}`, cleared: { size: '' } });
  if (minPrice || maxPrice) {
    chips.push({ text: priceText(minPrice, maxPrice), cleared: { minPrice: '', maxPrice: '' } });
  }
  if (sold) chips.push({ text: sold === 'false' ? 'Sold hidden' : 'Sold only', cleared: { sold: '' } });
  return chips;
}

/** What all chips together take off. */
export const CLEARED: Partial<Filters> = {
  category: '',
  condition: '',
  size: '',
  minPrice: '',
  maxPrice: '',
  sold: '',
};
