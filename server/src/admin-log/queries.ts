import { aliasedTable, desc, eq, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { isBelow } from '../db/keyset.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { personColumns } from '../members/columns.ts';

export const insertAdminAction = ({ q, t }: Conn, row: Tables['adminLog']['$inferInsert']) =>
  q.insert(t.adminLog).values(row).returning({ id: t.adminLog.id });

/** Entries below the place `at`, `id`, latest first. */
export const adminActionsBelow = prepared('admin_actions_below', ({ q, t }: Conn) => {
  const { adminLog: d } = t;
  const admin = aliasedTable(t.users, 'admin');
  const person = aliasedTable(t.users, 'person');
  return q
    .select({ entry: d, admin: personColumns({ users: admin }), person: personColumns({ users: person }) })
    .from(d)
    .leftJoin(admin, eq(admin.id, d.adminId))
    .leftJoin(person, eq(person.id, d.personId))
    .where(isBelow(d.at, d.id))
    .orderBy(desc(d.at), desc(d.id))
    .limit(sql.placeholder('limit'));
});
export type AdminActionRow = Awaited<ReturnType<typeof adminActionsBelow>>[number];
