import type { Features } from '@selvedge/shared/instance/instance-settings';
import {
  type ConversationContext,
  updateBlockedOfListing,
  updateBlockedOfWanted,
} from '../conversations/public.ts';

import { watchSuspensions } from '../identity/public.ts';
import { announceListing, announceWanted, findListing, findWanted } from '../items/public.ts';

import type { Logger } from '../platform/observability/log.ts';

/**
 * Announces to all clients which items a suspension removes and a restoration brings back. The suspension may come from
 * another node or the CLI. Every node announces it, so that none publishes a delayed change of the item afterwards.
 * @returns a function that stops it.
 */
export const announceSuspensions = (
  conversationContext: ConversationContext,
  features: () => Features,
  log: Logger,
): (() => Promise<void>) =>
  watchSuspensions(conversationContext.db, log, async ({ isSuspended, items }) => {
    const { db, publish } = conversationContext;
    for (const { kind, id } of items) {
      if (isSuspended) {
        publish.toEveryone(kind === 'listing' ? 'listing:removed' : 'wtb:removed', { id });
        continue;
      }
      await db.transact(async (tx) => {
        // Skip items that were removed after the restoration.
        const [row] = await (kind === 'listing' ? findListing(tx, { id }) : findWanted(tx, { id }));
        if (!row) return;
        if (kind === 'listing') {
          const onChange = () => updateBlockedOfListing(conversationContext, tx, id);
          await announceListing({ tx, publish, onChange, features }, 'listing:changed', id);
        } else {
          const onChange = () => updateBlockedOfWanted(conversationContext, tx, id);
          await announceWanted({ tx, publish, onChange }, 'wtb:changed', id);
        }
      });
    }
  });
