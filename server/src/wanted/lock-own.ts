import { type WantedAction, wantedRefusal } from '@selvedge/shared/policy';
import { AppError, notFound } from '../core/errors.ts';
import type { Wanting } from './context.ts';
import { findWanted, lockOwnWanted } from './queries.ts';

/**
 * Locks the actor's request until the transaction ends, and checks that they may do this with it now.
 * @throws not_found, forbidden when it is somebody else's, conflict when it has been found.
 */
export async function lockOwn({ tx, actor }: Wanting, id: string, action: WantedAction) {
  const [held] = await lockOwnWanted(tx, id, actor.id);
  if (!held) {
    const [others] = await findWanted(tx, { id });
    throw others
      ? new AppError('forbidden', 'This is not your WTB listing')
      : notFound('WTB listing not found');
  }
  if (wantedRefusal(action, actor, held) === 'conflict') {
    throw new AppError('conflict', 'This WTB listing is marked as found');
  }
  return held;
}
