import type { Wanted } from '@selvedge/shared/items/wanted';
import { isFoundBy } from '@selvedge/shared/platform/fold';
import type { QueryClient } from '@tanstack/react-query';
import { type LoadedPages, loadedItem, onTop, replaced, without } from '../../lib/live-pages.ts';
import { restartRequests } from '../../lib/restart-requests.ts';
import { WANTED_KEY, WANTED_LIST_KEY } from './keys.ts';

const KEYS = [WANTED_KEY, WANTED_LIST_KEY];

/** The list of all WTBs after `wtb` has changed. */
function listWith(cached: LoadedPages<Wanted>, wtb: Wanted): LoadedPages<Wanted> {
  if (wtb.isFulfilled) return without(cached, wtb.id);
  const known = loadedItem(cached, wtb.id);
  if (known?.bumpedAt === wtb.bumpedAt) return replaced(cached, wtb);
  const first = cached.pages[0]?.items[0];
  if (known || !first || wtb.bumpedAt >= first.bumpedAt) return onTop(cached, wtb);
  // The WTB is below the loaded pages.
  return cached;
}

/** Updates a WTB wherever it is cached, including lists that it enters or leaves. */
export function wantedReceived(queries: QueryClient, wtb: Wanted): void {
  restartRequests(queries, KEYS);
  queries.setQueryData<Wanted>([WANTED_KEY, wtb.id], (cached) => cached && wtb);
  for (const [key, cached] of queries.getQueriesData<LoadedPages<Wanted>>({ queryKey: [WANTED_LIST_KEY] })) {
    const term = String(key[1] ?? '');
    if (!cached) continue;
    if (term === '' || wtb.isFulfilled || loadedItem(cached, wtb.id)) {
      queries.setQueryData(key, listWith(cached, wtb));
    } else if (isFoundBy(term, wtb.title, wtb.brand)) {
      void queries.invalidateQueries({ queryKey: key });
    }
  }
}

/** Removes a WTB from the lists, and refetches it where it is open. */
export function wantedRemoved(queries: QueryClient, id: string): void {
  restartRequests(queries, KEYS);
  queries.setQueriesData<LoadedPages<Wanted>>(
    { queryKey: [WANTED_LIST_KEY] },
    (cached) => cached && without(cached, id),
  );
  void queries.invalidateQueries({ queryKey: [WANTED_KEY, id] });
}

/** Refetches everything that is open, after events may have been missed. */
export function wantedMissed(queries: QueryClient): void {
  for (const key of KEYS) void queries.invalidateQueries({ queryKey: [key] });
}
