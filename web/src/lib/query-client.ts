import { QueryClient } from '@tanstack/react-query';

const STALE_MS = 5 * 60_000;

/** Reads stay fresh for five minutes; live facts correct them, so nothing is asked again on its own. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
