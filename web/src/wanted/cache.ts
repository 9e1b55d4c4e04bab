import { isFoundBy } from '@selvedge/shared/fold';
import type { Wanted } from '@selvedge/shared/wanted';
import type { QueryClient } from '@tanstack/react-query';
import { type LoadedPages, loadedItem, onTop, replaced, without } from '../lib/live-pages.ts';
import { restartRequests } from '../lib/restart-requests.ts';
import { WANTED_KEY, WANTED_LIST_KEY } from './keys.ts';

const KEYS = [WANTED_KEY, WANTED_LIST_KEY];

/** The list of all requests after `wtb` has changed. */
function listWith(held: LoadedPages<Wanted>, wtb: Wanted): LoadedPages<Wanted> {
  if (wtb.isFulfilled) return without(held, wtb.id);
  const known = loadedItem(held, wtb.id);
  if (known?.bumpedAt === wtb.bumpedAt) return replaced(held, wtb);
  const first = held.pages[0]?.items[0];
  if (known || !first || wtb.bumpedAt >= first.bumpedAt) return onTop(held, wtb);
  // The request lies below the pages that have been read.
  return held;
}

/** Updates a request wherever it is held; lists that it enters or leaves are updated, too. */
export function wantedReceived(queries: QueryClient, wtb: Wanted): void {
  restartRequests(queries, KEYS);
  queries.setQueryData<Wanted>([WANTED_KEY, wtb.id], (held) => held && wtb);
  for (const [key, held] of queries.getQueriesData<LoadedPages<Wanted>>({ queryKey: [WANTED_LIST_KEY] })) {
    const term = String(key[1] ?? '');
    if (!held) continue;
    if (term === '' || wtb.isFulfilled || loadedItem(held, wtb.id)) {
      queries.setQueryData(key, listWith(held, wtb));
    } else if (isFoundBy(term, wtb.title, wtb.brand)) {
      void queries.invalidateQueries({ queryKey: key });
    }
  }
}

/** A request was removed: takes it out of the lists, and asks the server again where it is open. */
export function wantedRemoved(queries: QueryClient, id: string): void {
  restartRequests(queries, KEYS);
  queries.setQueriesData<LoadedPages<Wanted>>(
    { queryKey: [WANTED_LIST_KEY] },
    (held) => held && without(held, id),
  );
  void queries.invalidateQueries({ queryKey: [WANTED_KEY, id] });
}

/** Facts may have been missed: everything that is open is fetched again. */
export function wantedMissed(queries: QueryClient): void {
  for (const key of KEYS) void queries.invalidateQueries({ queryKey: [key] });
}
