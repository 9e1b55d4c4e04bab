import type { QueryClient } from '@tanstack/react-query';

/**
 * Restarts requests under these keys that are under way: their answers may be older than a fact that has just arrived.
 */
export function askAgain(queries: QueryClient, keys: readonly string[]): void {
  const asked = keys.flatMap((key) =>
    queries.getQueryCache().findAll({ queryKey: [key], fetchStatus: 'fetching' }),
  );
  for (const { queryKey, state } of asked) {
    // React Query keeps waiting for the first answer of a query, unless the query is reset.
    if (state.data === undefined) void queries.resetQueries({ queryKey, exact: true });
    else void queries.invalidateQueries({ queryKey, exact: true });
  }
}
