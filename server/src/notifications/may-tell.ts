import type { Conn } from '../db/database.ts';
import { isDeleted } from '../users/deleted.ts';
import type { Notifying } from './context.ts';
import { findTalk } from './queries.ts';

/** What somebody is told of a conversation: who wrote, and about what. */
export interface Telling {
  role: 'buyer' | 'seller';
  conversationId: string;
  from: string;
  item: string | null;
}

/** What to tell a person of a conversation; null when they do not want to hear of it, or ought not to. */
export async function mayTell(
  { isSuspended }: Pick<Notifying, 'isSuspended'>,
  conn: Conn,
  personId: string,
  conversationId: string,
): Promise<Telling | null> {
  const talk = await findTalk(conn, conversationId);
  if (!talk || talk.isBlocked) return null;
  const [role, other, mutedAt] =
    talk.buyer.id === personId
      ? (['buyer', talk.seller, talk.buyerMutedAt] as const)
      : (['seller', talk.buyer, talk.sellerMutedAt] as const);
  if (mutedAt !== null) return null;
  if (isDeleted(other) || (await isSuspended(conn, other.id))) return null;
  return { role, conversationId, from: other.username, item: talk.item };
}
