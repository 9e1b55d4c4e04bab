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

export function findCode({ q, t }: Conn, holder: CodeHolder) {
  return q.select().from(t.proofCodes).where(isOf(t, holder));
}

export function insertCode({ q, t: { proofCodes: p } }: Conn, row: CodeState) {
  return q.insert(p).values(row).returning();
}

export function deleteCode({ q, t }: Conn, holder: CodeHolder) {
  return q.delete(t.proofCodes).where(isOf(t, holder)).returning({ id: t.proofCodes.id });
}

/** Binds a code to the listing that was posted with it. */
export function bindCode({ q, t: { proofCodes: p } }: Conn, id: string, listingId: string) {
  return q.update(p).set({ listingId }).where(eq(p.id, id)).returning({ id: p.id });
}

export function deleteCodesOf({ q, t: { proofCodes: p } }: Conn, ownerId: string) {
  return q.delete(p).where(eq(p.ownerId, ownerId)).returning({ id: p.id });
}

export function findCodesOf({ q, t: { proofCodes: p } }: Conn, ownerId: string) {
  return q
    .select({ listingId: p.listingId, code: p.code, expiresAt: p.expiresAt })
    .from(p)
    .where(eq(p.ownerId, ownerId));
}
