import { foldForSearch, foldText } from '../platform/fold.ts';
import { foldSizeWords } from '../platform/fold-size.ts';
import { formatPrice } from '../platform/format.ts';
import { GRID_PARAMS } from '../platform/limits.ts';

// What a query string of the grid means as a search, free of schemas: the first page may load it.

type Filter = Exclude<(typeof GRID_PARAMS)[number], 'sort'>;
export const SEARCH_FILTERS = GRID_PARAMS.filter((param): param is Filter => param !== 'sort');

const FOLDED: Partial<Record<Filter, (value: string) => string>> = {
  brand: (value) => foldText(value),
  q: (value) => foldForSearch(value).trim(),
  size: (value) => foldSizeWords(value).trim(),
  not: (value) => foldForSearch(value).trim(),
  minPrice: (value) => String(Number(value)),
  maxPrice: (value) => String(Number(value)),
};

/** Equal for query strings that find the same, whatever their order, case, accents and sort. */
export function searchKeyOf(query: string): string {
  const given = new URLSearchParams(query);
  const folded = new URLSearchParams();
  for (const name of SEARCH_FILTERS) {
    const values = given.getAll(name).flatMap((value) => value.trim() || []);
    const all = new Set(values.map((value) => FOLDED[name]?.(value) ?? value));
    for (const value of [...all].sort()) folded.append(name, value);
  }
  return String(folded);
}

function priceName(min: string, max: string, currency: string): string {
  if (min && max) return `${formatPrice(min, currency)} to ${formatPrice(max, currency)}`;
  return max ? `up to ${formatPrice(max, currency)}` : `from ${formatPrice(min, currency)}`;
}

/** The name of a search from its filters: 'Visvim · Outerwear · up to $400'. */
export function searchNameOf(query: string, currency: string, seller: string | null): string {
  const given = new URLSearchParams(query);
  const of = (name: Filter) => given.get(name) ?? '';
  const [min, max] = [of('minPrice'), of('maxPrice')];
  const sizes = given.getAll('size').map((size) => size.toUpperCase());
  const parts = [
    of('brand'),
    of('q'),
    of('category'),
    of('condition'),
    sizes.length > 0 ? `Size ${sizes.join(', ')}` : '',
    min || max ? priceName(min, max, currency) : '',
    seller === null ? '' : `from ${seller}`,
    of('sold') === 'true' ? 'sold' : '',
    of('not') && `without ${of('not')}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
