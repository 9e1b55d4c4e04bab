import { isSuspended } from '../identity/public.ts';
import { isDeleted } from '../members/public.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import type { Conn } from '../platform/db/database.ts';
import type { Role } from '../platform/db/inbox-parts.ts';
import { findStatement } from './find-statement.ts';
import { findNotifiable } from './queries.ts';

/** What a push or mail reveals about a conversation: who wrote, about which item, and what they offer. */
export interface NotificationContext {
  role: Role;
  conversationId: string;
  from: string;
  item: string | null;
  /** What it says about an offer or a hold; null if it says neither. */
  said: string | null;
}

/**
 * Null when the recipient muted the conversation, after a block, or when the other is suspended or deleted.
 * @param after the number of the last message that needs no notification
 */
export async function mayNotify(
  { settings }: Pick<Ctx, 'settings'>,
  conn: Conn,
  memberId: string,
  conversationId: string,
  after: number,
): Promise<NotificationContext | null> {
  const found = await findNotifiable(conn, conversationId);
  if (!found || found.isBlocked) return null;
  const [role, other, mutedAt] =
    found.buyer.id === memberId
      ? (['buyer', found.seller, found.buyerMutedAt] as const)
      : (['seller', found.buyer, found.sellerMutedAt] as const);
  if (mutedAt !== null) return null;
  if (isDeleted(other) || (await isSuspended(conn, other.id))) return null;
  const about = { from: other.username, item: found.item };
  const said = await findStatement(
    conn,
    { conversationId, senderId: other.id, after },
    { ...about, currency: settings.current().currency },
  );
  return { role, conversationId, ...about, said };
}
