import { type Ctx, perProduct } from '../platform/core/ctx.ts';
import { createClientIds } from './client-ids/client-ids.ts';
import { isVisibleTo } from './is-visible-to.ts';
import type { ConversationRow } from './queries.ts';
import { createRowMemory } from './row-memory.ts';

/** What SQLite's only writing process remembers; null on PostgreSQL, which has indexes, and to which other nodes write. */
export const memoryOf = perProduct(
  ({ db: { rowChanges } }) =>
    rowChanges && { rows: createRowMemory(rowChanges), clientIds: createClientIds(rowChanges) },
);

/** The conversation from memory, as the current transaction would read it, if it is there and visible to the member. */
export function findRemembered(
  ctx: Ctx,
  { id, memberId }: { id: string; memberId: string },
): ConversationRow | null {
  const row = memoryOf(ctx)?.rows.get(id);
  return row && isVisibleTo(memberId, row.conversation) ? row : null;
}
