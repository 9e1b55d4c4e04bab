import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type InviteRow = Tables['invites']['$inferSelect'];

export async function findInvite({ q, t: { invites: i } }: Conn, hash: string) {
  return (await q.select().from(i).where(eq(i.hash, hash)))[0];
}

export async function findInviteById({ q, t: { invites: i } }: Conn, id: string) {
  return (await q.select().from(i).where(eq(i.id, id)))[0];
}

/** Counts a use. Returns no row if the invitation admits no one any more. */
export function countUse({ q, t: { invites: i } }: Conn, id: string, now: Date) {
  return q
    .update(i)
    .set({ used: sql`${i.used} + 1` })
    .where(and(eq(i.id, id), lt(i.used, i.uses), isNull(i.revokedAt), gt(i.expiresAt, now)))
    .returning({ id: i.id });
}
