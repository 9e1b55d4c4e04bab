import { SEARCH_FILTERS } from '@selvedge/shared/items/search-queries';
import { REPEATED_PARAMS } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import { AppError, invalidInput } from '../../platform/core/errors.ts';
import { FindQuery, hasFilters, type SearchFilters } from '../listings/finding/find-query.ts';

const SearchQuery = FindQuery.omit({ limit: true, cursor: true, fields: true });

const refused = (message: string) =>
  new AppError('invalid_input', message, { issues: [{ path: 'query', message }] });

/** `40000` → `400`, as the page writes it. */
const amount = (cents: number): string => fromCents(cents).replace(/\.00$/, '');

/** The query string of these filters, in the order of the grid. */
function queryOf(filters: SearchFilters): string {
  const query = new URLSearchParams();
  for (const name of SEARCH_FILTERS) {
    const value = filters[name];
    if (value === undefined) continue;
    if (name === 'size') for (const size of filters.size ?? []) query.append(name, size);
    else if (name === 'not') query.set(name, filters.not?.join(' ') ?? '');
    else query.set(name, name.endsWith('Price') ? amount(Number(value)) : String(value));
  }
  return String(query);
}

/**
 * The filters in a query string of the grid, by the grid's own schema, and its canonical form. The order of the list is no
 * part of it.
 * @throws invalid_input for what the grid refuses, and for a repeated filter
 */
export function parseFilters(query: string, currency: string): { filters: SearchFilters; query: string } {
  const given = new URLSearchParams(query);
  const values = [...new Set(given.keys())].map((name) => {
    const all = given.getAll(name);
    if (REPEATED_PARAMS.includes(name)) return [name, all];
    if (all.length > 1) throw refused('Give each filter once.');
    return [name, all[0]];
  });
  const parsed = SearchQuery.safeParse(Object.fromEntries(values));
  if (!parsed.success) throw invalidInput(parsed.error, currency);
  const { sort: _, ...filters } = parsed.data;
  return { filters, query: queryOf(filters) };
}

/** The same for a search. @throws invalid_input also when nothing is left to search for */
export function parseSearch(query: string, currency: string): ReturnType<typeof parseFilters> {
  const parsed = parseFilters(query, currency);
  if (parsed.filters.q === undefined && !hasFilters(parsed.filters))
    throw refused('Choose a filter or enter a search first.');
  return parsed;
}
