import type { Actor } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Conn } from '../../db/database.ts';
import { requireUnblocked } from '../../members/find-block.ts';
import { presentConversation } from '../present.ts';
import { findConversation } from '../queries.ts';
import { sees } from '../sees.ts';

/**
 * Checks that somebody may send photos to a conversation, before any byte of an upload is read.
 * @throws not_found when the person sees no such conversation; forbidden while a block stands between them.
 */
export async function requireWriter(conn: Conn, actor: Actor, id: string): Promise<void> {
  const [row] = await findConversation(conn, { id });
  if (!row || !sees(actor.id, row.conversation)) throw notFound('Conversation not found');
  requireUnblocked(presentConversation(row, actor.id).block);
}
