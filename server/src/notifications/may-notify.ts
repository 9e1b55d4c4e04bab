import type { Conn } from '../db/database.ts';
import type { Role } from '../db/inbox-parts.ts';
import { isDeleted } from '../members/deleted.ts';
import type { Notifying } from './context.ts';
import { findNotifiable } from './queries.ts';

/** What a push or a mail tells about a conversation: who wrote, and about what item. */
export interface NotificationContext {
  role: Role;
  conversationId: string;
  from: string;
  item: string | null;
}

/**
 * What to tell a person about a conversation; null when they muted it, when a block stands between the two, or when the
 * other person is suspended or deleted.
 */
export async function mayNotify(
  { isSuspended }: Pick<Notifying, 'isSuspended'>,
  conn: Conn,
  personId: string,
  conversationId: string,
): Promise<NotificationContext | null> {
  const found = await findNotifiable(conn, conversationId);
  if (!found || found.isBlocked) return null;
  const [role, other, mutedAt] =
    found.buyer.id === personId
      ? (['buyer', found.seller, found.buyerMutedAt] as const)
      : (['seller', found.buyer, found.sellerMutedAt] as const);
  if (mutedAt !== null) return null;
  if (isDeleted(other) || (await isSuspended(conn, other.id))) return null;
  return { role, conversationId, from: other.username, item: found.item };
}
