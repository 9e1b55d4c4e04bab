import { eq, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

type NonceRow = Tables['authNonces']['$inferSelect'];

/** Stores the code of a session; a newer one voids the older. */
export const putNonce = ({ q, t: { authNonces: n } }: Conn, { sessionId, ...row }: NonceRow) =>
  q
    .insert(n)
    .values({ sessionId, ...row })
    .onConflictDoUpdate({ target: n.sessionId, set: row })
    .returning({ id: n.sessionId });

export const findNonce = async (
  { q, t: { authNonces: n } }: Conn,
  sessionId: string,
): Promise<NonceRow | undefined> => (await q.select().from(n).where(eq(n.sessionId, sessionId)))[0];

export const countTry = ({ q, t: { authNonces: n } }: Conn, sessionId: string) =>
  q
    .update(n)
    .set({ tries: sql`${n.tries} + 1` })
    .where(eq(n.sessionId, sessionId))
    .returning({ id: n.sessionId });

export const deleteNonce = ({ q, t: { authNonces: n } }: Conn, sessionId: string) =>
  q.delete(n).where(eq(n.sessionId, sessionId)).returning({ id: n.sessionId });
