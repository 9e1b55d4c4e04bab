import { and, eq } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { IdentityRow } from '../queries.ts';

export type FlowRow = Tables['authFlows']['$inferSelect'];

export function insertFlow({ q, t }: Conn, row: Tables['authFlows']['$inferInsert']) {
  return q.insert(t.authFlows).values(row).returning({ hash: t.authFlows.hash });
}

/** Consumes a flow, even an expired one. Returns undefined when another request just did. */
export async function takeFlow(
  { q, t }: Conn,
  stage: FlowRow['stage'],
  hash: string,
): Promise<FlowRow | undefined> {
  return (
    await q
      .delete(t.authFlows)
      .where(and(eq(t.authFlows.hash, hash), eq(t.authFlows.stage, stage)))
      .returning()
  )[0];
}

export async function findIdentity(
  { q, t }: Conn,
  provider: string,
  subject: string,
): Promise<IdentityRow | undefined> {
  return (
    await q
      .select()
      .from(t.authIdentities)
      .where(and(eq(t.authIdentities.provider, provider), eq(t.authIdentities.subject, subject)))
  )[0];
}

export function updateProfile({ q, t }: Conn, id: string, profile: IdentityRow['profile']) {
  return q
    .update(t.authIdentities)
    .set({ profile })
    .where(eq(t.authIdentities.id, id))
    .returning({ id: t.authIdentities.id });
}

/** Voids an account's sign-ins whose code was not exchanged yet. */
export function deleteFlows({ q, t }: Conn, userId: string) {
  return q.delete(t.authFlows).where(eq(t.authFlows.userId, userId)).returning({ hash: t.authFlows.hash });
}
