import type { ItemEvent } from '@selvedge/shared/item-events';
import { ITEM_EVENTS_MAX } from '@selvedge/shared/limits';
import { fromCents } from '@selvedge/shared/money';
import type { Actor } from '../actor.ts';
import type { Conn } from '../db/database.ts';
import { notFound } from '../errors.ts';
import { type EventRow, findTalk, newestEvents } from './queries.ts';

const present = ({ id, kind, fromCents: before, toCents: after, at }: EventRow): ItemEvent => ({
  id,
  kind,
  ...(before !== null && { from: fromCents(before) }),
  ...(after !== null && { to: fromCents(after) }),
  at: at.toISOString(),
});

/**
 * The latest of what happened to the item of a conversation since that began, oldest first.
 * @throws not_found when the person sees no such conversation.
 */
export async function listItemEvents(conn: Conn, actor: Actor, conversationId: string): Promise<ItemEvent[]> {
  const [talk] = await findTalk(conn, conversationId, actor.id);
  if (!talk) throw notFound('Conversation not found');
  const rows = await newestEvents(conn, talk, ITEM_EVENTS_MAX);
  return rows.reverse().map(present);
}
