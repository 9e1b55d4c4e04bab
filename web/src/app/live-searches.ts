import { searchesChanged } from '../items/saved-searches/cache.ts';
import { queryClient } from '../lib/query-client.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the member's saved searches up to date, and the dot that announces what they found. */
export function startLiveSearches({ on, onReturn }: MemberSource): void {
  on('searches:changed', () => searchesChanged(queryClient));
  onReturn(() => searchesChanged(queryClient));
}
