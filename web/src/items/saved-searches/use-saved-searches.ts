import type { SavedSearch } from '@selvedge/shared/items/saved-searches';
import { useQuery } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { SEARCHES_KEY } from './keys.ts';

export const SEARCHES_PATH = '/api/saved-searches';

/** The signed-in member's saved searches. */
export function useSavedSearches() {
  const user = useUser();
  return useQuery({
    queryKey: [SEARCHES_KEY, user?.id ?? ''],
    queryFn: () => apiList<SavedSearch>(SEARCHES_PATH),
    enabled: user !== null && instance.features.savedSearches,
  });
}

/** Whether a saved search has found something that the member has not seen. */
export function useHasNewFinds(): boolean {
  const { data } = useSavedSearches();
  return data?.some(({ newCount }) => newCount > 0) ?? false;
}
