import type { Acting } from './context.ts';
import { lockOwn } from './lock-own.ts';
import { takeDownWanted } from './take-down.ts';

/**
 * Removes the actor's WTB. A tombstone stays with the fields that its conversations show.
 * @throws not_found, also on repeats; forbidden.
 */
export async function removeWanted(ctx: Acting, id: string): Promise<void> {
  await lockOwn(ctx, id, 'remove');
  await takeDownWanted(ctx, id);
}
