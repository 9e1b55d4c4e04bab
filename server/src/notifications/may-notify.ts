import type { Conn } from '../db/database.ts';
import type { Role } from '../db/inbox-parts.ts';
import { isDeleted } from '../members/deleted.ts';
import type { NotificationDeps } from './context.ts';
import { findOfferNotice } from './offer-notice.ts';
import { findNotifiable } from './queries.ts';

/** What a push or mail reveals about a conversation: who wrote, about which item, and what they offer. */
export interface NotificationContext {
  role: Role;
  conversationId: string;
  from: string;
  item: string | null;
  /** Says what it is about if it is an offer, or the answer to one. */
  offer: string | null;
}

/**
 * What a notification about a conversation may say; null when the recipient muted it, when either has blocked
 * the other, or when the other member is suspended or deleted.
 * @param after the number of the last message that needs no notification
 */
export async function mayNotify(
  { isSuspended, settings }: Pick<NotificationDeps, 'isSuspended' | 'settings'>,
  conn: Conn,
  personId: string,
  conversationId: string,
  after: number,
): Promise<NotificationContext | null> {
  const found = await findNotifiable(conn, conversationId);
  if (!found || found.isBlocked) return null;
  const [role, other, mutedAt] =
    found.buyer.id === personId
      ? (['buyer', found.seller, found.buyerMutedAt] as const)
      : (['seller', found.buyer, found.sellerMutedAt] as const);
  if (mutedAt !== null) return null;
  if (isDeleted(other) || (await isSuspended(conn, other.id))) return null;
  const about = { from: other.username, item: found.item };
  const offer = await findOfferNotice(
    conn,
    { conversationId, senderId: other.id, after },
    { ...about, currency: settings.current().currency },
  );
  return { role, conversationId, ...about, offer };
}
