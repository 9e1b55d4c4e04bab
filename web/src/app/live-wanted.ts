import type { Wanted } from '@selvedge/shared/items/wanted';
import { wantedMissed, wantedReceived, wantedRemoved } from '../items/wanted/cache.ts';
import { PROFILE, profileKey } from '../lib/own-list-keys.ts';
import { queryClient } from '../lib/query-client.ts';
import { refetch } from '../lib/restart-requests.ts';
import type { LiveSource } from './live-source.ts';

const refetchProfiles = () => refetch(queryClient, [PROFILE]);

/** Keeps WTBs up to date wherever they are shown: pages, cards, dialogs and profiles. */
export function startLiveWanted({ on, onReturn }: LiveSource): void {
  const onWanted = ({ wtb }: { wtb: Wanted }) => {
    wantedReceived(queryClient, wtb);
    refetch(queryClient, profileKey(wtb.buyer.username));
  };
  on('wtb:new', onWanted);
  on('wtb:changed', onWanted);
  on('wtb:removed', ({ id }) => {
    wantedRemoved(queryClient, id);
    // The event does not say whose WTB it was.
    refetchProfiles();
  });
  // This event does not name the member either, and their profile may be open.
  on('person:removed', refetchProfiles);

  onReturn(() => {
    wantedMissed(queryClient);
    void queryClient.invalidateQueries({ queryKey: [PROFILE] });
  });
}
