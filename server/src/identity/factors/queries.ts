import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { FactorRow } from '../queries.ts';

export function insertFactor({ q, t }: Conn, row: FactorRow) {
  return q.insert(t.authFactors).values(row).returning({ id: t.authFactors.id });
}

export async function findFactor({ q, t }: Conn, userId: string, id: string): Promise<FactorRow | undefined> {
  return (
    await q
      .select()
      .from(t.authFactors)
      .where(and(eq(t.authFactors.id, id), eq(t.authFactors.userId, userId)))
  )[0];
}

export function deleteFactor({ q, t }: Conn, userId: string, id: string) {
  return q
    .delete(t.authFactors)
    .where(and(eq(t.authFactors.id, id), eq(t.authFactors.userId, userId)))
    .returning({ id: t.authFactors.id });
}

export function deleteFactors({ q, t }: Conn, userId: string) {
  return q
    .delete(t.authFactors)
    .where(eq(t.authFactors.userId, userId))
    .returning({ onSince: t.authFactors.onSince });
}

export function deleteUnverifiedFactors({ q, t }: Conn, userId: string) {
  return q
    .delete(t.authFactors)
    .where(and(eq(t.authFactors.userId, userId), isNull(t.authFactors.onSince)))
    .returning({ id: t.authFactors.id });
}

export function deleteRecoveryCodes({ q, t: { authRecoveryCodes: c } }: Conn, userId: string) {
  return q.delete(c).where(eq(c.userId, userId)).returning({ hash: c.hash });
}

export function insertRecoveryCodes(
  { q, t: { authRecoveryCodes: c } }: Conn,
  rows: Tables['authRecoveryCodes']['$inferInsert'][],
) {
  return q.insert(c).values(rows).returning({ hash: c.hash });
}

/** Consumes a recovery code. Returns no row when it is not this member's, or was used before. */
export function takeRecoveryCode({ q, t: { authRecoveryCodes: c } }: Conn, userId: string, hash: string) {
  return q
    .delete(c)
    .where(and(eq(c.userId, userId), eq(c.hash, hash)))
    .returning({ hash: c.hash });
}

export async function countRecoveryCodes({ q, t: { authRecoveryCodes: c } }: Conn, userId: string) {
  return (await q.select({ left: count() }).from(c).where(eq(c.userId, userId)))[0]?.left ?? 0;
}

/** Consumes the code of a step. Returns no row when this code or a later one was used before. */
export function takeStep({ q, t }: Conn, id: string, step: number, now: Date) {
  return q
    .update(t.authFactors)
    .set({ lastStep: step, updatedAt: now })
    .where(and(eq(t.authFactors.id, id), lt(t.authFactors.lastStep, step)))
    .returning({ id: t.authFactors.id });
}

/** Since when a member has had two-step sign-in without a gap; null while it is off. */
export async function secondStepSince(
  { q, t: { authFactors: f } }: Conn,
  userId: string,
): Promise<Date | null> {
  return (
    (
      await q
        .select({ onSince: f.onSince })
        .from(f)
        .where(and(eq(f.userId, userId), isNotNull(f.onSince)))
        .orderBy(f.onSince)
        .limit(1)
    )[0]?.onSince ?? null
  );
}

/** Activates a factor. Beside another, it continues that one's time. */
export async function markVerified(conn: Conn, { userId, id }: Pick<FactorRow, 'userId' | 'id'>, now: Date) {
  const { q, t } = conn;
  return q
    .update(t.authFactors)
    .set({ onSince: (await secondStepSince(conn, userId)) ?? now })
    .where(eq(t.authFactors.id, id))
    .returning({ id: t.authFactors.id });
}

export function insertChallenge({ q, t }: Conn, row: Tables['authChallenges']['$inferInsert']) {
  return q.insert(t.authChallenges).values(row).returning({ id: t.authChallenges.id });
}

/** Uses one of a challenge's tries. Returns no row when none is left, or the challenge has expired. */
export function takeTry(
  { q, t: { authChallenges: c } }: Conn,
  challenge: { id: string; factorId: string },
  most: number,
  now: Date,
) {
  return q
    .update(c)
    .set({ tries: sql`${c.tries} + 1` })
    .where(
      and(
        eq(c.id, challenge.id),
        eq(c.factorId, challenge.factorId),
        lt(c.tries, most),
        gt(c.expiresAt, now),
      ),
    )
    .returning({ id: c.id });
}

export function deleteChallenge({ q, t }: Conn, id: string) {
  return q.delete(t.authChallenges).where(eq(t.authChallenges.id, id)).returning({ id: t.authChallenges.id });
}

/** Downgrades a member's sessions to AAL1 (one verified factor). */
export function lowerSessions({ q, t: { authSessions: s } }: Conn, userId: string) {
  return q.update(s).set({ aal: 'aal1' }).where(eq(s.userId, userId)).returning({ id: s.id });
}
