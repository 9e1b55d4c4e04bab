import { and, count, eq, gt, isNull } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type PasskeyRow = Tables['authPasskeys']['$inferSelect'];
type ChallengeRow = Tables['authPasskeyChallenges']['$inferSelect'];

/** Inserts no row when the credential is registered already. */
export const insertPasskey = ({ q, t: { authPasskeys: p } }: Conn, row: PasskeyRow) =>
  q.insert(p).values(row).onConflictDoNothing({ target: p.credentialId }).returning({ id: p.id });

export const listPasskeys = (
  { q, t: { authPasskeys: p } }: Conn,
  userId: string,
): PromiseLike<PasskeyRow[]> => q.select().from(p).where(eq(p.userId, userId)).orderBy(p.createdAt, p.id);

export const countPasskeys = async ({ q, t: { authPasskeys: p } }: Conn, userId: string): Promise<number> =>
  (await q.select({ all: count() }).from(p).where(eq(p.userId, userId)))[0]?.all ?? 0;

export const findByCredential = async (
  { q, t: { authPasskeys: p } }: Conn,
  credentialId: string,
): Promise<PasskeyRow | undefined> => (await q.select().from(p).where(eq(p.credentialId, credentialId)))[0];

/** Returns no row when the passkey was removed meanwhile. */
export const updatePasskey = (
  { q, t: { authPasskeys: p } }: Conn,
  { userId, id }: { userId: string; id: string },
  changes: Pick<PasskeyRow, 'name'>,
) =>
  q
    .update(p)
    .set(changes)
    .where(and(eq(p.id, id), eq(p.userId, userId)))
    .returning();

/** Records a use. Returns no row when the passkey was removed, or another use has changed its counter meanwhile. */
export const recordUse = (
  { q, t: { authPasskeys: p } }: Conn,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: Pick<PasskeyRow, 'counter' | 'lastUsedAt'>,
) =>
  q
    .update(p)
    .set(use)
    .where(and(eq(p.id, id), eq(p.counter, counter)))
    .returning({ id: p.id });

export const deletePasskey = ({ q, t: { authPasskeys: p } }: Conn, userId: string, id: string) =>
  q
    .delete(p)
    .where(and(eq(p.id, id), eq(p.userId, userId)))
    .returning({ id: p.id });

export const deletePasskeys = ({ q, t: { authPasskeys: p } }: Conn, userId: string, after?: Date) =>
  q
    .delete(p)
    .where(and(eq(p.userId, userId), after && gt(p.createdAt, after)))
    .returning({ id: p.id });

export const insertChallenge = ({ q, t: { authPasskeyChallenges: c } }: Conn, row: ChallengeRow) =>
  q.insert(c).values(row).returning({ id: c.id });

/** Consumes a challenge, even an expired one. Returns undefined when it is for something else. */
export const takeChallenge = async (
  { q, t: { authPasskeyChallenges: c } }: Conn,
  { id, purpose, sessionId }: Pick<ChallengeRow, 'id' | 'purpose' | 'sessionId'>,
): Promise<ChallengeRow | undefined> =>
  (
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
