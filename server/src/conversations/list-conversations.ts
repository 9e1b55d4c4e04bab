import type { Conn } from '../db/database.ts';
import { type ConversationRow, type InboxFilter, type InboxPlace, inboxPage } from './queries.ts';

const placeOf = (row: ConversationRow): InboxPlace => row.conversation;

const newestFirst = (a: ConversationRow, b: ConversationRow): number =>
  placeOf(b).lastMessageAt.getTime() - placeOf(a).lastMessageAt.getTime() ||
  (placeOf(a).id < placeOf(b).id ? 1 : -1);

/**
 * One page of a person's inbox, newest first, and the place after which the next one begins.
 * Buying and selling are read apart, each along its index, and merged.
 */
export async function listConversations(
  conn: Conn,
  personId: string,
  filter: InboxFilter,
): Promise<{ rows: ConversationRow[]; next: InboxPlace | null }> {
  const { limit } = filter;
  const oneMore = { ...filter, limit: limit + 1 };
  const bought = await inboxPage(conn, 'buyer', personId, oneMore);
  const sold = await inboxPage(conn, 'seller', personId, oneMore);
  const merged = [...bought, ...sold].sort(newestFirst);
  const rows = merged.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: merged.length > limit && last ? placeOf(last) : null };
}
