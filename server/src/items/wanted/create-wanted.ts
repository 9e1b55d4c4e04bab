import { brandKeyOf } from '@selvedge/shared/items/matching';
import type { NewWanted, Wanted } from '@selvedge/shared/items/wanted';
import { foldText } from '@selvedge/shared/platform/fold';
import { v7 as uuidv7 } from 'uuid';
import { lockMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announceWanted } from './announce.ts';
import { presentWanted } from './present.ts';
import { findPostedWanted, insertWanted } from './queries.ts';

/** Null when the client id is new. @throws not_found when its WTB was removed */
async function findFirst(tx: Tx, buyerId: string, clientId: string): Promise<Wanted | null> {
  const [row] = await findPostedWanted(tx, { buyerId, clientId });
  if (row?.wanted.removedAt) throw notFound('WTB listing not found');
  return row ? presentWanted(row) : null;
}

/** A repeated `clientId` returns its first WTB. @throws not_found when the actor or that WTB is gone */
export function createWanted(
  ctx: Ctx,
  actor: Actor,
  { maxPrice, description = null, clientId, ...fields }: NewWanted,
): Promise<Wanted> {
  return ctx.db.transact(async (tx) => {
    // Locks the buyer, so that a concurrently deleted account leaves no WTB, and repeats are serialized.
    await lockMember(tx, actor.id);
    const first = clientId && (await findFirst(tx, actor.id, clientId));
    if (first) return first;
    const at = new Date();
    const id = uuidv7();
    await insertWanted(tx, {
      ...fields,
      id,
      description,
      buyerId: actor.id,
      clientId: clientId ?? null,
      searchFolded: foldText(fields.title, fields.brand),
      brandKey: brandKeyOf(fields.brand),
      maxPriceCents: maxPrice,
      createdAt: at,
      bumpedAt: at,
    });
    return announceWanted(ctx, tx, 'created', id);
  });
}
