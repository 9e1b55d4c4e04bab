import { savedListChanged, savedListingReceived, savedListingRemoved } from '../items/saved/cache.ts';
import { loadSavedIds, savedReceived } from '../items/saved/change-saved.ts';
import { queryClient } from '../lib/query-client.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the hearts and the list of saved listings up to date. */
export function startLiveSaved({ on, onReturn }: MemberSource): void {
  on('saved:changed', (change) => {
    savedReceived(change);
    if (change.isSaved) savedListChanged(queryClient);
  });
  on('listing:changed', ({ listing }) => savedListingReceived(queryClient, listing));
  on('listing:removed', ({ id }) => savedListingRemoved(queryClient, id));
  onReturn(() => {
    void loadSavedIds();
    savedListChanged(queryClient);
  });
}
