import { type WantedAction, wantedRefusal } from '@selvedge/shared/platform/policy';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findWanted, lockOwnWanted } from './queries.ts';

/**
 * Locks the actor's WTB until the transaction ends, and checks that the action is allowed now.
 * @throws not_found, forbidden for another member's WTB, conflict when it is marked as found.
 */
export async function lockOwn(tx: Tx, actor: Actor, id: string, action: WantedAction) {
  const [locked] = await lockOwnWanted(tx, id, actor.id);
  if (!locked) {
    const [existing] = await findWanted(tx, { id });
    throw existing
      ? new AppError('forbidden', 'This is not your WTB listing')
      : notFound('WTB listing not found');
  }
  if (wantedRefusal(action, actor, locked) === 'conflict') {
    throw new AppError('conflict', 'This WTB listing is marked as found');
  }
  return locked;
}
