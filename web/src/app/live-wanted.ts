import type { Wanted } from '@selvedge/shared/wanted';
import type { hearFact, messaging as Messaging } from '../conversations/messaging.ts';
import { queryClient } from '../lib/query-client.ts';
import { PROFILE, profileKey } from '../users/keys.ts';
import { wantedMissed, wantedRemoved, wantedTold } from '../wanted/cache.ts';

const TALK_TARGET = 'talk-target';

/** Keeps requests as they are on the server in whatever shows them: pages, cards, dialogs, profiles and threads. */
export function startLiveWanted(hear: typeof hearFact, messaging: typeof Messaging): void {
  const told = ({ wtb }: { wtb: Wanted }) => {
    wantedTold(queryClient, wtb);
    messaging.wantedTold(wtb);
    void queryClient.invalidateQueries({ queryKey: profileKey(wtb.buyer.username) });
    void queryClient.invalidateQueries({ queryKey: [TALK_TARGET, null, wtb.id] });
  };
  hear('wtb:new', told);
  hear('wtb:changed', told);
  hear('wtb:removed', ({ id }) => {
    wantedRemoved(queryClient, id);
    messaging.wantedRemoved(id);
    // Whose it was is not told.
    void queryClient.invalidateQueries({ queryKey: [PROFILE] });
  });

  let wasOnline = false;
  messaging.store.subscribe(({ connection }, before) => {
    if (connection !== 'online' || before.connection === 'online') return;
    if (wasOnline) {
      wantedMissed(queryClient);
      void queryClient.invalidateQueries({ queryKey: [PROFILE] });
    }
    wasOnline = true;
  });
}
