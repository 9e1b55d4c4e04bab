import { eq } from 'drizzle-orm';
import type { Conn } from '../../db/database.ts';

export const findPerson = ({ q, t: { users } }: Conn, id: string) =>
  q.select({ id: users.id }).from(users).where(eq(users.id, id));
