import { updateBlockedOfListing, updateBlockedOfWanted } from '../conversations/blocked/update-blocked.ts';
import type { ConversationContext } from '../conversations/context.ts';
import { watchSuspensions } from '../identity/accounts/suspension/watch-suspensions.ts';
import { announce as announceListing } from '../listings/announce.ts';
import type { Logger } from '../observability/log.ts';
import { announce as announceWanted } from '../wanted/announce.ts';

/**
 * Announces to all clients which items a suspension removes and a restoration brings back. The suspension may come from
 * another node or the CLI. Every node announces it, so that none publishes a delayed change of the item afterwards.
 * @returns a function that stops it.
 */
export const announceSuspensions = (
  conversationContext: ConversationContext,
  log: Logger,
): (() => Promise<void>) =>
  watchSuspensions(conversationContext.db, log, async ({ isSuspended, items }) => {
    const { publish } = conversationContext;
    for (const { kind, id } of items) {
      if (isSuspended) {
        publish.toEveryone(kind === 'listing' ? 'listing:removed' : 'wtb:removed', { id });
      } else if (kind === 'listing') {
        await conversationContext.db.transact((tx) =>
          announceListing(
            { tx, publish, onChange: (_, item) => updateBlockedOfListing(conversationContext, tx, item) },
            'listing:changed',
            id,
          ),
        );
      } else {
        await conversationContext.db.transact((tx) =>
          announceWanted(
            { tx, publish, onChange: (_, item) => updateBlockedOfWanted(conversationContext, tx, item) },
            'wtb:changed',
            id,
          ),
        );
      }
    }
  });
