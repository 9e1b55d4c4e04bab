import { and, count, eq, gt, isNull } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type PasskeyRow = Tables['authPasskeys']['$inferSelect'];
type ChallengeRow = Tables['authPasskeyChallenges']['$inferSelect'];

/** Inserts no row when the credential is registered already. */
export function insertPasskey({ q, t: { authPasskeys: p } }: Conn, row: PasskeyRow) {
  return q.insert(p).values(row).onConflictDoNothing({ target: p.credentialId }).returning({ id: p.id });
}

export function listPasskeys({ q, t: { authPasskeys: p } }: Conn, userId: string): PromiseLike<PasskeyRow[]> {
  return q.select().from(p).where(eq(p.userId, userId)).orderBy(p.createdAt, p.id);
}

export async function countPasskeys({ q, t: { authPasskeys: p } }: Conn, userId: string): Promise<number> {
  return (await q.select({ all: count() }).from(p).where(eq(p.userId, userId)))[0]?.all ?? 0;
}

export async function findByCredential(
  { q, t: { authPasskeys: p } }: Conn,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return (await q.select().from(p).where(eq(p.credentialId, credentialId)))[0];
}

/** Returns no row when the passkey was removed meanwhile. */
export function updatePasskey(
  { q, t: { authPasskeys: p } }: Conn,
  { userId, id }: { userId: string; id: string },
  changes: Pick<PasskeyRow, 'name'>,
) {
  return q
    .update(p)
    .set(changes)
    .where(and(eq(p.id, id), eq(p.userId, userId)))
    .returning();
}

/** Records a use. Returns no row when the passkey was removed, or another use has changed its counter meanwhile. */
export function recordUse(
  { q, t: { authPasskeys: p } }: Conn,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: Pick<PasskeyRow, 'counter' | 'lastUsedAt'>,
) {
  return q
    .update(p)
    .set(use)
    .where(and(eq(p.id, id), eq(p.counter, counter)))
    .returning({ id: p.id });
}

export function deletePasskey({ q, t: { authPasskeys: p } }: Conn, userId: string, id: string) {
  return q
    .delete(p)
    .where(and(eq(p.id, id), eq(p.userId, userId)))
    .returning({ id: p.id });
}

export function deletePasskeys({ q, t: { authPasskeys: p } }: Conn, userId: string, after?: Date) {
  return q
    .delete(p)
    .where(and(eq(p.userId, userId), after && gt(p.createdAt, after)))
    .returning({ id: p.id });
}

export function insertChallenge({ q, t: { authPasskeyChallenges: c } }: Conn, row: ChallengeRow) {
  return q.insert(c).values(row).returning({ id: c.id });
}

/** Consumes a challenge, even an expired one. Returns undefined when it is for something else. */
export async function takeChallenge(
  { q, t: { authPasskeyChallenges: c } }: Conn,
  { id, purpose, sessionId }: Pick<ChallengeRow, 'id' | 'purpose' | 'sessionId'>,
): Promise<ChallengeRow | undefined> {
  return (
    await q
      .delete(c)
      .where(
        and(
          eq(c.id, id),
          eq(c.purpose, purpose),
          sessionId === null ? isNull(c.sessionId) : eq(c.sessionId, sessionId),
        ),
      )
      .returning()
  )[0];
}
