import { updateBlockedOfListing, updateBlockedOfWanted } from '../conversations/blocked/update-blocked.ts';
import type { ConversationContext } from '../conversations/context.ts';
import { watchSuspensions } from '../identity/accounts/suspension/watch-suspensions.ts';
import { announce as announceListing } from '../listings/announce.ts';
import type { Logger } from '../observability/log.ts';
import { announce as announceWanted } from '../wanted/announce.ts';

/**
 * Announces to everybody the items that a suspension removes, and those that a restoration brings back. The suspension
 * may come from another node, or from the operator's command. Every node announces it, so that none publishes a change
 * of the item that it had delayed. @returns how to stop.
 */
export const announceSuspensions = (conversing: ConversationContext, log: Logger): (() => Promise<void>) =>
  watchSuspensions(conversing.db, log, async ({ isSuspended, items }) => {
    const { publish } = conversing;
    for (const { kind, id } of items) {
      if (isSuspended) {
        publish.toEveryone(kind === 'listing' ? 'listing:removed' : 'wtb:removed', { id });
      } else if (kind === 'listing') {
        await conversing.db.transact((tx) =>
          announceListing(
            { tx, publish, onChange: (_, item) => updateBlockedOfListing(conversing, tx, item) },
            'listing:changed',
            id,
          ),
        );
      } else {
        await conversing.db.transact((tx) =>
          announceWanted(
            { tx, publish, onChange: (_, item) => updateBlockedOfWanted(conversing, tx, item) },
            'wtb:changed',
            id,
          ),
        );
      }
    }
  });
