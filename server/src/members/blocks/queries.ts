import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { isBelow } from '../../platform/db/keyset.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { memberColumns } from '../columns.ts';

const value = (name: string) => sql.placeholder(name);

/** Returns no row when the block exists already. */
export function insertBlock({ q, t: { blocks: b } }: Conn, row: Tables['blocks']['$inferInsert']) {
  return q.insert(b).values(row).onConflictDoNothing().returning({ id: b.id });
}

export function deleteBlock({ q, t: { blocks: b } }: Conn, blockerId: string, blockedId: string) {
  return q
    .delete(b)
    .where(and(eq(b.blockerId, blockerId), eq(b.blockedId, blockedId)))
    .returning({ id: b.id });
}

/** The members that a member has blocked, below the place `at`, `id`, latest first. */
export const blockedBelow = prepared('blocked_below', ({ q, t }: Conn) =>
  q
    .select({ id: t.blocks.id, createdAt: t.blocks.createdAt, person: memberColumns(t) })
    .from(t.blocks)
    .innerJoin(t.users, eq(t.users.id, t.blocks.blockedId))
    .where(and(eq(t.blocks.blockerId, value('blockerId')), isBelow(t.blocks.createdAt, t.blocks.id)))
    .orderBy(desc(t.blocks.createdAt), desc(t.blocks.id))
    .limit(value('limit')),
);

/** Deletes all blocks by and against a member. */
export function deleteBlocksOf({ q, t: { blocks: b } }: Conn, id: string) {
  return q
    .delete(b)
    .where(or(eq(b.blockerId, id), eq(b.blockedId, id)))
    .returning({ id: b.id });
}
