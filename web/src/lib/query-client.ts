import { QueryClient } from '@tanstack/react-query';

const STALE_MS = 5 * 60_000;

/**
 * Responses stay fresh for five minutes; live events update them, so React Query does not refetch on its own.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
