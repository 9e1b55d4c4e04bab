import { aliasedTable, and, desc, eq, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { isBelow } from '../../platform/db/keyset.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { memberColumns } from '../columns.ts';

export function insertAdminAction({ q, t }: Conn, row: Tables['adminLog']['$inferInsert']) {
  return q.insert(t.adminLog).values(row).returning({ id: t.adminLog.id });
}

const selectActions = ({ q, t }: Conn) => {
  const admin = aliasedTable(t.users, 'admin');
  const person = aliasedTable(t.users, 'person');
  return q
    .select({
      entry: t.adminLog,
      admin: memberColumns({ users: admin }),
      person: memberColumns({ users: person }),
    })
    .from(t.adminLog)
    .leftJoin(admin, eq(admin.id, t.adminLog.adminId))
    .leftJoin(person, eq(person.id, t.adminLog.memberId));
};

/** Entries below the place `at`, `id`, latest first. */
export const adminActionsBelow = prepared('admin_actions_below', (conn: Conn) => {
  const { at, id } = conn.t.adminLog;
  return selectActions(conn)
    .where(isBelow(at, id))
    .orderBy(desc(at), desc(id))
    .limit(sql.placeholder('limit'));
});

/** The same, about one member. */
export const actionsOnMemberBelow = prepared('actions_on_person_below', (conn: Conn) => {
  const { at, id, memberId } = conn.t.adminLog;
  return selectActions(conn)
    .where(and(eq(memberId, sql.placeholder('memberId')), isBelow(at, id)))
    .orderBy(desc(at), desc(id))
    .limit(sql.placeholder('limit'));
});
export type AdminActionRow = Awaited<ReturnType<typeof adminActionsBelow>>[number];
