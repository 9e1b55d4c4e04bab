import type { EndReason } from '@selvedge/shared/platform/realtime';
import type { Tx } from '../../platform/db/database.ts';
import { insertEnded } from '../queries.ts';
import type { Ends } from '../sessions/end-sessions.ts';
import { deleteApiKeys } from './queries.ts';

/**
 * Every end of a key but its expiry goes through here: of all of a member's keys, or of one. To those who follow ended
 * sessions, a key is one: its sockets close here at once, and in other processes within half a second.
 * @returns how many have ended
 */
export async function endKeys(
  ends: Ends | null,
  tx: Tx,
  { userId, only }: { userId: string; only?: string },
  reason: EndReason,
): Promise<number> {
  const deleted = await deleteApiKeys(tx, userId, only);
  const isGone = reason === 'suspended' || reason === 'deleted';
  const keyIds = deleted.map(({ id }) => id);
  await tx.emit('keys ended', { memberId: userId, keyIds, areAll: only === undefined && !isGone });
  const ended = keyIds.map((sessionId) => ({ sessionId, reason }));
  if (ended.length > 0) await insertEnded(tx, ended);
  tx.afterCommit(() => ends?.sessionsEnded(ended));
  return ended.length;
}
