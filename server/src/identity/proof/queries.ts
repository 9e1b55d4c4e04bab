import { eq, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

type NonceRow = Tables['authNonces']['$inferSelect'];

/** Stores the code of a session; a newer one voids the older. */
export function putNonce({ q, t: { authNonces: n } }: Conn, { sessionId, ...row }: NonceRow) {
  return q
    .insert(n)
    .values({ sessionId, ...row })
    .onConflictDoUpdate({ target: n.sessionId, set: row })
    .returning({ id: n.sessionId });
}

export async function findNonce(
  { q, t: { authNonces: n } }: Conn,
  sessionId: string,
): Promise<NonceRow | undefined> {
  return (await q.select().from(n).where(eq(n.sessionId, sessionId)))[0];
}

export function countTry({ q, t: { authNonces: n } }: Conn, sessionId: string) {
  return q
    .update(n)
    .set({ tries: sql`${n.tries} + 1` })
    .where(eq(n.sessionId, sessionId))
    .returning({ id: n.sessionId });
}

export function deleteNonce({ q, t: { authNonces: n } }: Conn, sessionId: string) {
  return q.delete(n).where(eq(n.sessionId, sessionId)).returning({ id: n.sessionId });
}
