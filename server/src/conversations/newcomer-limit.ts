import { waitTime } from '@selvedge/shared/platform/format';
import { lockMember } from '../members/public.ts';
import type { Actor } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/errors.ts';
import type { Tx } from '../platform/db/database.ts';
import { startedSince } from './queries.ts';

const NEWCOMER_MS = 24 * 3_600_000;
/** How many conversations a new account may start: plenty for a day of shopping, too few for spam. */
export const NEWCOMER_CONVERSATIONS = 10;

/**
 * Counted in the database, so that no restart or other node resets it, and under a lock.
 * @throws rate_limited until the account is no longer new; not_found if it is gone
 */
export async function requireNewcomerLimit(tx: Tx, actor: Actor): Promise<void> {
  const user = await lockMember(tx, actor.id);
  const remainingMs = user.createdAt.getTime() + NEWCOMER_MS - Date.now();
  if (remainingMs <= 0) return;
  const started = await startedSince(tx, actor.id, user.createdAt, NEWCOMER_CONVERSATIONS);
  if (started.length < NEWCOMER_CONVERSATIONS) return;
  throw new AppError(
    'rate_limited',
    `New accounts can start ${NEWCOMER_CONVERSATIONS} conversations on their first day. You can start another in ${waitTime(remainingMs)}`,
    { retryAfter: Math.ceil(remainingMs / 1000) },
  );
}
