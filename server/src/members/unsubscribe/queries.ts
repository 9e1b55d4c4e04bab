import { and, eq, ne } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { DELETED_NAME } from '../deleted.ts';

/** A member who still has an account: a deleted one's row stays, but accepts no settings. */
export function findActiveMember({ q, t: { users } }: Conn, id: string) {
  return q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), ne(users.username, DELETED_NAME)));
}
