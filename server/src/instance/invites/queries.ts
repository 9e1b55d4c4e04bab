import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { InviteRow } from '../../identity/public.ts';
import { memberColumns } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isBelow } from '../../platform/db/keyset.ts';
import { prepared } from '../../platform/db/prepared.ts';

export function insertInvite({ q, t }: Conn, row: InviteRow) {
  return q.insert(t.invites).values(row).returning({ id: t.invites.id });
}

/** Below the place `at`, `id`, newest first. */
export const invitesBelow = prepared('invites_below', ({ q, t }: Conn) => {
  const { invites: i, users } = t;
  return q
    .select({ invite: i, admin: memberColumns(t) })
    .from(i)
    .leftJoin(users, eq(users.id, i.createdBy))
    .where(isBelow(i.createdAt, i.id))
    .orderBy(desc(i.createdAt), desc(i.id))
    .limit(sql.placeholder('limit'));
});
export type ListedInvite = Awaited<ReturnType<typeof invitesBelow>>[number];

/** Returns no row if it was already revoked. */
export function markRevoked({ q, t: { invites: i } }: Conn, id: string, at: Date) {
  return q
    .update(i)
    .set({ revokedAt: at })
    .where(and(eq(i.id, id), isNull(i.revokedAt)))
    .returning({ note: i.note });
}
