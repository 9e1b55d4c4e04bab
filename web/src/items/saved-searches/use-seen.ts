import type { SavedSearch } from '@selvedge/shared/items/saved-searches';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiSend } from '../../lib/api.ts';
import { searchSeen } from './cache.ts';
import { SEARCHES_PATH } from './use-saved-searches.ts';

/** What a saved search has found is seen with the page that shows it. */
export function useSeen(search: SavedSearch | null | undefined): void {
  const queries = useQueryClient();
  const id = search && search.newCount > 0 ? search.id : null;
  useEffect(() => {
    // Without an answer, the next visit tries again.
    if (id !== null)
      void apiSend('POST', `${SEARCHES_PATH}/${id}/seen`).then(
        () => searchSeen(queries, id),
        () => undefined,
      );
  }, [queries, id]);
}
