import type { QueryClient } from '@tanstack/react-query';

/** Asks anew what is on its way from the server under these keys: it may be older than a fact that was just told. */
export function askAgain(queries: QueryClient, keys: readonly string[]): void {
  const asked = keys.flatMap((key) =>
    queries.getQueryCache().findAll({ queryKey: [key], fetchStatus: 'fetching' }),
  );
  for (const { queryKey, state } of asked) {
    // The first answer to a question is waited for whatever happens, unless the question is put anew.
    if (state.data === undefined) void queries.resetQueries({ queryKey, exact: true });
    else void queries.invalidateQueries({ queryKey, exact: true });
  }
}
