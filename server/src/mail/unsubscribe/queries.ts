import { and, eq, ne } from 'drizzle-orm';
import type { Conn } from '../../db/database.ts';
import { DELETED_NAME } from '../../members/deleted.ts';

/** Somebody who still has an account: the row of a deleted one stays, and takes no settings any more. */
export const findPerson = ({ q, t: { users } }: Conn, id: string) =>
  q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), ne(users.username, DELETED_NAME)));
