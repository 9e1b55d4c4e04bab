import type { Wanted } from '@selvedge/shared/wanted';
import { PROFILE, profileKey } from '../lib/own-list-keys.ts';
import { queryClient } from '../lib/query-client.ts';
import { wantedMissed, wantedReceived, wantedRemoved } from '../wanted/cache.ts';
import type { LiveSource } from './live-source.ts';

const askForProfiles = () => queryClient.invalidateQueries({ queryKey: [PROFILE] });

/** Keeps requests up to date wherever they are shown: pages, cards, dialogs and profiles. */
export function startLiveWanted({ hear, onReturn }: LiveSource): void {
  const told = ({ wtb }: { wtb: Wanted }) => {
    wantedReceived(queryClient, wtb);
    void queryClient.invalidateQueries({ queryKey: profileKey(wtb.buyer.username) });
  };
  hear('wtb:new', told);
  hear('wtb:changed', told);
  hear('wtb:removed', ({ id }) => {
    wantedRemoved(queryClient, id);
    // The event does not say whose request it was.
    void askForProfiles();
  });
  // Nor does this event name the person, whose profile may be open.
  hear('person:removed', () => void askForProfiles());

  onReturn(() => {
    wantedMissed(queryClient);
    void askForProfiles();
  });
}
