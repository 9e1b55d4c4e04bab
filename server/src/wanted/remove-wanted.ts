import type { Wanting } from './context.ts';
import { lockOwn } from './lock-own.ts';
import { takeDownWanted } from './take-down.ts';

/**
 * Removes the actor's request. A tombstone with what its conversations show of it stays.
 * @throws not_found, also the second time; forbidden.
 */
export async function removeWanted(ctx: Wanting, id: string): Promise<void> {
  await lockOwn(ctx, id, 'remove');
  await takeDownWanted(ctx, id);
}
