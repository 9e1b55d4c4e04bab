import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type HashRow = Tables['photoHashes']['$inferSelect'];

export function hashesOfUploads({ q, t: { uploads: u } }: Conn, keys: string[]) {
  return q
    .select({ key: u.key, hash: u.hash, views: u.views, placeholder: u.placeholder })
    .from(u)
    .where(and(inArray(u.key, keys), isNotNull(u.hash)));
}

/** A listing photo keeps only its hash. */
export function clearViewsOf({ q, t: { uploads: u } }: Conn, keys: string[]) {
  return q.update(u).set({ views: null }).where(inArray(u.key, keys)).returning({ key: u.key });
}

export function insertHashes({ q, t: { photoHashes: h } }: Conn, rows: HashRow[]) {
  return q.insert(h).values(rows).onConflictDoNothing().returning({ id: h.id });
}

export function deleteHashes({ q, t: { photoHashes: h } }: Conn, keys: string[]) {
  return q.delete(h).where(inArray(h.key, keys)).returning({ id: h.id });
}

export function deleteHashesOf({ q, t: { photoHashes: h } }: Conn, ownerId: string) {
  return q.delete(h).where(eq(h.ownerId, ownerId)).returning({ id: h.id });
}

/** Deletes up to `limit` hashes of listings that were removed before a time, but not those of suspended sellers. */
export function deleteHashesOfRemoved(
  { q, t: { photoHashes: h, listings: l } }: Conn,
  before: Date,
  limit: number,
) {
  const expired = q
    .select({ id: h.id })
    .from(l)
    .innerJoin(h, eq(h.listingId, l.id))
    // Phrased like the partial index's condition, so that the planner uses this index.
    .where(and(isNotNull(l.removedAt), sql`not ${l.isSuspended}`, lt(l.removedAt, before)))
    .limit(limit);
  return q.delete(h).where(inArray(h.id, expired)).returning({ id: h.id });
}

export function hashesAbove({ q, t: { photoHashes: h } }: Conn, id: string, limit: number) {
  return q
    .select({ id: h.id, hash: h.hash, placeholder: h.placeholder })
    .from(h)
    .where(gt(h.id, id))
    .orderBy(asc(h.id))
    .limit(limit);
}

/** The photos above an id that were not compared yet, earliest first. */
export function waitingAbove({ q, t: { photoHashes: h } }: Conn, id: string, limit: number) {
  return (
    q
      .select({ id: h.id, views: h.views, placeholder: h.placeholder })
      .from(h)
      // Phrased exactly like the partial index's condition, so that the planner uses this index.
      .where(and(isNotNull(h.views), gt(h.id, id)))
      .orderBy(asc(h.id))
      .limit(limit)
  );
}

/** No row if another process has compared the photo. */
export function takeWaiting({ q, t: { photoHashes: h } }: Conn, id: string) {
  return q
    .update(h)
    .set({ views: null })
    .where(and(eq(h.id, id), isNotNull(h.views)))
    .returning();
}

export function findHashes({ q, t: { photoHashes: h } }: Conn, ids: string[]) {
  return q.select().from(h).where(inArray(h.id, ids));
}

/** Also removed ones. */
export function lockListings({ q, t: { listings: l } }: Conn, ids: string[]) {
  return forUpdate(q.select().from(l).where(inArray(l.id, ids)).orderBy(asc(l.id)));
}

export function existingUploads({ q, t: { uploads: u } }: Conn, keys: string[]) {
  return q.select({ key: u.key }).from(u).where(inArray(u.key, keys));
}

export function listingsAbove({ q, t: { listings: l } }: Conn, id: string, limit: number) {
  return q
    .select({ id: l.id, sellerId: l.sellerId, photos: l.photos, createdAt: l.createdAt })
    .from(l)
    .where(and(isNull(l.removedAt), gt(l.id, id)))
    .orderBy(asc(l.id))
    .limit(limit);
}

export function findHashedKeys({ q, t: { photoHashes: h } }: Conn, keys: string[]) {
  return q.select({ key: h.key }).from(h).where(inArray(h.key, keys));
}

export function findHashesOf({ q, t: { photoHashes: h } }: Conn, ownerId: string) {
  return q
    .select({ key: h.key, listingId: h.listingId, hash: h.hash, addedAt: h.addedAt })
    .from(h)
    .where(eq(h.ownerId, ownerId))
    .orderBy(asc(h.id));
}

/** The photos of removed listings among these that have no small copy yet. */
export function findHashesToCopy({ q, t: { photoHashes: h, listings: l } }: Conn, keys: string[]) {
  return q
    .select({ id: h.id, key: h.key })
    .from(h)
    .innerJoin(l, eq(l.id, h.listingId))
    .where(and(inArray(h.key, keys), isNull(h.copy), isNotNull(l.removedAt)));
}

export function updateCopy({ q, t: { photoHashes: h } }: Conn, id: string, copy: string) {
  return q.update(h).set({ copy }).where(eq(h.id, id)).returning({ id: h.id });
}
