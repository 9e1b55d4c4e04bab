import type { SavedSearch } from '@selvedge/shared/items/saved-searches';
import { searchKeyOf } from '@selvedge/shared/items/search-queries';
import { useSavedSearches } from './use-saved-searches.ts';

/** The member's search that finds the same as a query string of the grid; null without one, undefined while unknown. */
export function useSearchOf(query: string): SavedSearch | null | undefined {
  const { data } = useSavedSearches();
  const key = searchKeyOf(query);
  return data && (data.find((search) => searchKeyOf(search.query) === key) ?? null);
}
