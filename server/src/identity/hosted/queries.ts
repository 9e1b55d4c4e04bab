import { and, eq, ne } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

type NewAccount = Tables['authUsers']['$inferInsert'];

export function otherHolders({ q, t: { authUsers: a } }: Conn, email: string, id: string) {
  return q
    .select({ id: a.id })
    .from(a)
    .where(and(eq(a.email, email), ne(a.id, id)));
}

export function putAccount({ q, t: { authUsers } }: Conn, row: NewAccount) {
  const { email, confirmedAt, isAutoConfirmed, emailChangedAt, updatedAt } = row;
  return q
    .insert(authUsers)
    .values(row)

    .onConflictDoUpdate({
      target: authUsers.id,
      set: { email, confirmedAt, isAutoConfirmed, emailChangedAt, updatedAt },
    })
    .returning({ id: authUsers.id });
}

export function putSession({ q, t: { authSessions } }: Conn, row: Tables['authSessions']['$inferInsert']) {
  return q
    .insert(authSessions)
    .values(row)
    .onConflictDoUpdate({ target: authSessions.id, set: { refreshedAt: row.refreshedAt } })
    .returning({ id: authSessions.id });
}

export function findUsername({ q, t: { users } }: Conn, id: string) {
  return q.select({ username: users.username }).from(users).where(eq(users.id, id));
}
