import {
  and,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  notExists,
  notLike,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { StoredPhoto } from '../db/stored-photo.ts';
import type { Tables } from '../db/tables.ts';

const value = (name: string) => sql.placeholder(name);

export function insertUpload(conn: Conn, row: Tables['uploads']['$inferInsert']) {
  return conn.q.insert(conn.t.uploads).values(row).returning({ key: conn.t.uploads.key });
}

export function clearBytes({ q, t: { uploads: u } }: Conn, key: string) {
  return q.update(u).set({ bytes: 0 }).where(eq(u.key, key)).returning({ key: u.key });
}

/** Returns no row when the upload is not this owner's, or already claimed. */
export const takeUpload: (
  conn: Conn,
  values: { key: string; ownerId: string; at: Date },
) => Promise<StoredPhoto[]> = prepared('take_upload', ({ q, t: { uploads: u } }: Conn) =>
  q
    .update(u)
    .set({ usedAt: sql`${sql.param(value('at'), u.usedAt)}` })
    .where(and(eq(u.key, value('key')), eq(u.ownerId, value('ownerId')), isNull(u.usedAt)))
    .returning({ key: u.key, width: u.width, height: u.height, placeholder: u.placeholder }),
);

export function claimInstanceUpload({ q, t: { uploads: u } }: Conn, key: string, at: Date) {
  return q
    .update(u)
    .set({ usedAt: at })
    .where(and(eq(u.key, key), isNull(u.ownerId), isNull(u.usedAt)))
    .returning({ key: u.key });
}

export function releaseUpload(conn: Conn, key: string) {
  return conn.q
    .update(conn.t.uploads)
    .set({ usedAt: null })
    .where(eq(conn.t.uploads.key, key))
    .returning({ key: conn.t.uploads.key });
}

const isUnneeded = ({ q, t: { uploads: u, reports: r } }: Conn) => {
  // Phrased exactly like the partial index's condition, so that the planner uses this index.
  const isOpen = sql`closed_at is null`;
  // Other photos appear only in the evidence. Keys need no escaping in JSON; those of chat photos, the only
  // ones with a `_` (a wildcard here), never appear there.
  const isEvidence = sql`cast(${r.evidence} as text) like '%"' || ${u.key} || '"%'`;
  const reportsWhere = (condition: SQL | undefined) => q.select({ id: r.id }).from(r).where(condition);
  return and(
    isNull(u.usedAt),
    notExists(reportsWhere(and(eq(r.photoKey, u.key), isOpen))),
    notExists(reportsWhere(and(eq(r.memberId, u.ownerId), isOpen, isEvidence))),
    notExists(reportsWhere(and(eq(r.otherMemberId, u.ownerId), isOpen, isEvidence))),
  );
};

export function deleteUnusedOf(conn: Conn, keys: string[]) {
  return conn.q
    .delete(conn.t.uploads)
    .where(and(inArray(conn.t.uploads.key, keys), isUnneeded(conn)))
    .returning({ key: conn.t.uploads.key });
}

export function deleteUnused(conn: Conn, before: Date, limit: number) {
  const { uploads: u } = conn.t;
  const isUnused = and(isUnneeded(conn), lt(u.createdAt, before));
  const batch = conn.q.select({ key: u.key }).from(u).where(isUnused).orderBy(u.createdAt).limit(limit);
  return (
    conn.q
      .delete(u)
      // Checked again for each row: an item may claim it between selection and deletion.
      .where(and(inArray(u.key, batch), isUnused))
      .returning({ key: u.key })
  );
}

/** For what an appeal can bring back. One query for both states would read the whole table on SQLite. */
export function findRemoved({ q, t: { reports: r } }: Conn, state: 'open' | 'closed') {
  return q
    .select({ removed: r.removed })
    .from(r)
    .where(
      and(
        // Phrased exactly like the partial indexes' conditions, so that the planner uses these indexes.
        state === 'open'
          ? sql`closed_at is null`
          : sql`closed_at is not null and (visitor_email is not null or removed is not null)`,
        // Not a plain comparison, for which SQLite would use the index of subjects instead.
        sql`${r.subject} || '' = 'listing'`,
        isNotNull(r.removed),
      ),
    );
}

export function findKnownKeys({ q, t: { uploads: u } }: Conn, keys: string[]) {
  return q.select({ key: u.key }).from(u).where(inArray(u.key, keys));
}

export function findFirstJoined({ q, t: { users } }: Conn) {
  return q.select({ at: min(users.createdAt) }).from(users);
}

export function findUploadsOf({ q, t: { uploads: u } }: Conn, ownerId: string) {
  return q.select().from(u).where(eq(u.ownerId, ownerId)).orderBy(u.createdAt);
}

/** Without profile pictures, of which there is only one at a time. */
export function measureUploadsOf({ q, t: { uploads: u } }: Conn, ownerId: string) {
  return q
    .select({ pictures: count(), bytes: sum(u.bytes).mapWith(Number) })
    .from(u)
    .where(and(eq(u.ownerId, ownerId), notLike(u.key, 'profiles/%')));
}

/** Backdates them for the next sweep. Photos of conversations stay: they are also the recipient's. */
export function abandonUploadsOf({ q, t: { uploads: u } }: Conn, ownerId: string) {
  return q
    .update(u)
    .set({ usedAt: null, createdAt: new Date(0) })
    .where(and(eq(u.ownerId, ownerId), or(isNull(u.usedAt), notLike(u.key, 'chatimages/%'))))
    .returning({ key: u.key });
}
