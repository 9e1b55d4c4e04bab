import { and, eq } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { IdentityRow } from '../queries.ts';

export type FlowRow = Tables['authFlows']['$inferSelect'];

export const insertFlow = ({ q, t }: Conn, row: Tables['authFlows']['$inferInsert']) =>
  q.insert(t.authFlows).values(row).returning({ hash: t.authFlows.hash });

/** Consumes a flow, even an expired one. Returns undefined when another request just did. */
export const takeFlow = async (
  { q, t }: Conn,
  stage: FlowRow['stage'],
  hash: string,
): Promise<FlowRow | undefined> =>
  (
    await q
      .delete(t.authFlows)
      .where(and(eq(t.authFlows.hash, hash), eq(t.authFlows.stage, stage)))
      .returning()
  )[0];

export const findIdentity = async (
  { q, t }: Conn,
  provider: string,
  subject: string,
): Promise<IdentityRow | undefined> =>
  (
    await q
      .select()
      .from(t.authIdentities)
      .where(and(eq(t.authIdentities.provider, provider), eq(t.authIdentities.subject, subject)))
  )[0];

export const updateProfile = ({ q, t }: Conn, id: string, profile: IdentityRow['profile']) =>
  q
    .update(t.authIdentities)
    .set({ profile })
    .where(eq(t.authIdentities.id, id))
    .returning({ id: t.authIdentities.id });

/** Voids an account's sign-ins whose code was not exchanged yet. */
export const deleteFlows = ({ q, t }: Conn, userId: string) =>
  q.delete(t.authFlows).where(eq(t.authFlows.userId, userId)).returning({ hash: t.authFlows.hash });
