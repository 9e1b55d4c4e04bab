import { waitTime } from '@selvedge/shared/platform/format';
import { AppError } from './errors.ts';

const HOUR_MS = 3_600_000;

/** @param cooldownHours 0 disables it. @throws rate_limited with the wait, in words and in seconds */
export function requireCooledDown(lastBumpAt: Date | null, cooldownHours: number, now: Date): void {
  if (!lastBumpAt) return;
  const remainingMs = lastBumpAt.getTime() + cooldownHours * HOUR_MS - now.getTime();
  if (remainingMs <= 0) return;
  throw new AppError('rate_limited', `You can bump this again in ${waitTime(remainingMs)}`, {
    retryAfter: Math.ceil(remainingMs / 1000),
  });
}
