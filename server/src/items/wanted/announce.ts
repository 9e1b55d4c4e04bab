import type { Wanted } from '@selvedge/shared/items/wanted';
import { hiddenMembers } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { WantedChange } from '../../platform/core/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import { presentWanted } from './present.ts';
import { findWanted } from './queries.ts';

/**
 * Publishes a WTB's current state, after the commit, to everyone not blocked by or blocking its buyer.
 * @returns the WTB as presented to everyone.
 */
export async function announceWanted(ctx: Ctx, tx: Tx, change: WantedChange, id: string): Promise<Wanted> {
  await tx.emit('wanted changed', { id, change });
  const [row] = await findWanted(tx, { id });
  if (!row) throw new Error('stored WTB not found');
  const wtb = presentWanted(row);
  const hidden = await hiddenMembers(tx, { id: wtb.buyer.id });
  tx.afterCommit(() =>
    ctx.publish.toEveryone(
      change === 'created' ? 'wtb:new' : 'wtb:changed',
      { wtb },
      hidden.map((person) => person.id),
    ),
  );
  return wtb;
}
