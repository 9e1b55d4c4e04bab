import { and, eq, isNull } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export type CodeState = Tables['proofCodes']['$inferSelect'];

/** Whose code it is; without a listing, it is for the one that its owner is about to post. */
export interface CodeHolder {
  ownerId: string;
  listingId: string | null;
}

const isOf = ({ proofCodes: p }: Tables, { ownerId, listingId }: CodeHolder) =>
  listingId === null
    ? and(eq(p.ownerId, ownerId), isNull(p.listingId))
    : and(eq(p.ownerId, ownerId), eq(p.listingId, listingId));

export const findCode = ({ q, t }: Conn, holder: CodeHolder) =>
  q.select().from(t.proofCodes).where(isOf(t, holder));

export const insertCode = ({ q, t: { proofCodes: p } }: Conn, row: CodeState) =>
  q.insert(p).values(row).returning();

export const deleteCode = ({ q, t }: Conn, holder: CodeHolder) =>
  q.delete(t.proofCodes).where(isOf(t, holder)).returning({ id: t.proofCodes.id });

/** Binds a code to the listing that was posted with it. */
export const bindCode = ({ q, t: { proofCodes: p } }: Conn, id: string, listingId: string) =>
  q.update(p).set({ listingId }).where(eq(p.id, id)).returning({ id: p.id });

export const deleteCodesOf = ({ q, t: { proofCodes: p } }: Conn, ownerId: string) =>
  q.delete(p).where(eq(p.ownerId, ownerId)).returning({ id: p.id });

export const findCodesOf = ({ q, t: { proofCodes: p } }: Conn, ownerId: string) =>
  q
    .select({ listingId: p.listingId, code: p.code, expiresAt: p.expiresAt })
    .from(p)
    .where(eq(p.ownerId, ownerId));
