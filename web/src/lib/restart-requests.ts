import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Restarts requests in flight under these keys: their responses may be older than an event that has just
 * arrived.
 */
export function restartRequests(queries: QueryClient, keys: readonly string[]): void {
  const inFlight = keys.flatMap((key) =>
    queries.getQueryCache().findAll({ queryKey: [key], fetchStatus: 'fetching' }),
  );
  for (const { queryKey, state } of inFlight) {
    // React Query keeps waiting for a query's first response unless the query is reset.
    if (state.data === undefined) void queries.resetQueries({ queryKey, exact: true });
    else void queries.invalidateQueries({ queryKey, exact: true });
  }
}

/** Refetches what is shown under a key after an event, including what is being requested for the first time. */
export function refetch(queries: QueryClient, queryKey: QueryKey): void {
  const requested = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  for (const query of requested) {
    if (query.state.data === undefined) void queries.resetQueries({ queryKey: query.queryKey, exact: true });
  }
  void queries.invalidateQueries({ queryKey });
}
