import { createSuspensionPoll } from '../identity/public.ts';
import { announceListing, announceWanted, findListing, findWanted } from '../items/public.ts';
import { perProduct } from '../platform/core/ctx.ts';

/**
 * Announces to all clients which items a suspension removes and a restoration brings back. The suspension may come from
 * another node or the CLI. Every node announces it, so that none publishes a delayed change of the item afterwards.
 */
export const announceSuspensions = perProduct((ctx) => {
  const { db, publish } = ctx;
  return createSuspensionPoll(db, async ({ isSuspended, items }) => {
    for (const { kind, id } of items) {
      if (isSuspended) {
        publish.toEveryone(kind === 'listing' ? 'listing:removed' : 'wtb:removed', { id });
        continue;
      }
      await db.transact(async (tx) => {
        // Skip items that were removed after the restoration.
        const [row] = await (kind === 'listing' ? findListing(tx, { id }) : findWanted(tx, { id }));
        if (!row) return;
        if (kind === 'listing') await announceListing(ctx, tx, 'restored', id);
        else await announceWanted(ctx, tx, 'restored', id);
      });
    }
  });
});
