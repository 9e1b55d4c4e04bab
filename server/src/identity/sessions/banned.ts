import { suspendedText } from '@selvedge/shared/safety/safety-texts';
import { AuthError } from '../auth-error.ts';
import type { AccountRow } from '../queries.ts';

type Suspension = Pick<AccountRow, 'bannedUntil'>;

/** The end of a suspension that lasts until an admin or the operator lifts it. */
export const OPEN_END = new Date('9999-12-31T00:00:00.000Z');

/** Whether an account is suspended now. A suspension for some days needs no job to end it. */
export function isBanned({ bannedUntil }: Suspension): boolean {
  return bannedUntil !== null && bannedUntil > new Date();
}

export function userBanned(status: 400 | 403, { bannedUntil }: Suspension): AuthError {
  const hasEnd = bannedUntil !== null && bannedUntil < OPEN_END;
  return new AuthError(status, 'user_banned', suspendedText(hasEnd ? bannedUntil : null));
}
