import { UNREAD_NOTICES_MAX } from '@selvedge/shared/notifications/updates';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Conn, Tx } from '../../platform/db/database.ts';
import { kindsOn } from '../settings.ts';
import { markRead, unreadNotices, unreadOfKind } from './queries.ts';

export async function countUnread(ctx: Ctx, conn: Conn, userId: string): Promise<number> {
  return (await unreadNotices(conn, kindsOn(ctx), userId, UNREAD_NOTICES_MAX)).length;
}

/** Marks notices of a member as read, on all tabs; those of other members are not touched. */
export async function readWithin(ctx: Ctx, tx: Tx, userId: string, ids: string[]): Promise<void> {
  const read = await markRead(tx, userId, ids, new Date());
  if (read.length === 0) return;
  const unread = await countUnread(ctx, tx, userId);
  const readIds = read.map(({ id }) => id);
  tx.afterCommit(() => ctx.publish.toMember(userId, 'notice:read', { ids: readIds, unread }));
}

/** Marks the notices of a kind as read, because the member has seen elsewhere what they say. */
export async function readOfKind(
  ctx: Ctx,
  tx: Tx,
  { userId, kind, listingIds }: { userId: string; kind: string; listingIds?: string[] },
): Promise<void> {
  const unread = await unreadOfKind(tx, userId, kind, listingIds);
  const ids = unread.map(({ id }) => id);
  if (ids.length > 0) await readWithin(ctx, tx, userId, ids);
}
