import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { personColumns } from '../../members/columns.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isBelow } from '../../platform/db/keyset.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type InviteRow = Tables['invites']['$inferSelect'];

export const insertInvite = ({ q, t }: Conn, row: InviteRow) =>
  q.insert(t.invites).values(row).returning({ id: t.invites.id });

/** Below the place `at`, `id`, newest first. */
export const invitesBelow = prepared('invites_below', ({ q, t }: Conn) => {
  const { invites: i, users } = t;
  return q
    .select({ invite: i, admin: personColumns(t) })
    .from(i)
    .leftJoin(users, eq(users.id, i.createdBy))
    .where(isBelow(i.createdAt, i.id))
    .orderBy(desc(i.createdAt), desc(i.id))
    .limit(sql.placeholder('limit'));
});
export type ListedInvite = Awaited<ReturnType<typeof invitesBelow>>[number];

export const findInvite = async ({ q, t: { invites: i } }: Conn, hash: string) =>
  (await q.select().from(i).where(eq(i.hash, hash)))[0];

export const findInviteById = async ({ q, t: { invites: i } }: Conn, id: string) =>
  (await q.select().from(i).where(eq(i.id, id)))[0];

/** Returns no row if it was already revoked. */
export const markRevoked = ({ q, t: { invites: i } }: Conn, id: string, at: Date) =>
  q
    .update(i)
    .set({ revokedAt: at })
    .where(and(eq(i.id, id), isNull(i.revokedAt)))
    .returning({ note: i.note });

/** Counts a use. Returns no row if the invitation admits no one any more. */
export const countUse = ({ q, t: { invites: i } }: Conn, id: string, now: Date) =>
  q
    .update(i)
    .set({ used: sql`${i.used} + 1` })
    .where(and(eq(i.id, id), lt(i.used, i.uses), isNull(i.revokedAt), gt(i.expiresAt, now)))
    .returning({ id: i.id });
