import type { ItemEvent } from '@selvedge/shared/items/item-events';
import { ITEM_EVENTS_MAX } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import type { Actor } from '../../platform/core/actor.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import { type EventRow, findSubject, newestEvents } from './queries.ts';

const present = ({ id, kind, fromCents: before, toCents: after, at }: EventRow): ItemEvent => ({
  id,
  kind,
  ...(before !== null && { from: fromCents(before) }),
  ...(after !== null && { to: fromCents(after) }),
  at: at.toISOString(),
});

/**
 * The latest events of a conversation's item since the conversation began, oldest first.
 * @throws not_found when the member has no such conversation.
 */
export async function listItemEvents(conn: Conn, actor: Actor, conversationId: string): Promise<ItemEvent[]> {
  const [subject] = await findSubject(conn, conversationId, actor.id);
  if (!subject) throw notFound('Conversation not found');
  const rows = await newestEvents(conn, subject, ITEM_EVENTS_MAX);
  return rows.reverse().map(present);
}
