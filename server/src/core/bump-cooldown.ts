import { waitTime } from '@selvedge/shared/format';
import { AppError } from './errors.ts';

const HOUR_MS = 3_600_000;

/**
 * Allows an owner one bump per item and cooldown, so that nobody can keep an item at the top at will.
 * @param lastBumpAt when the owner last bumped the item; null is never. @param cooldownHours 0 is no wait.
 * @throws rate_limited with the wait, in words and in seconds.
 */
export function requireCooledDown(lastBumpAt: Date | null, cooldownHours: number, now: Date): void {
  if (!lastBumpAt) return;
  const leftMs = lastBumpAt.getTime() + cooldownHours * HOUR_MS - now.getTime();
  if (leftMs <= 0) return;
  throw new AppError('rate_limited', `You can bump this again in ${waitTime(leftMs)}`, {
    retryAfter: Math.ceil(leftMs / 1000),
  });
}
