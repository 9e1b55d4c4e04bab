import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  ne,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { areBlocked, DELETED_NAME } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** One that is there is replaced, as unread; a push and a mail that wait for it still do. */
export function storeNotices({ q, t: { notices: n } }: Conn, rows: Tables['notices']['$inferInsert'][]) {
  return q
    .insert(n)
    .values(rows)
    .onConflictDoUpdate({
      target: n.id,
      set: {
        data: sql`excluded.data`,
        createdAt: sql`excluded.created_at`,
        readAt: null,
        pushAt: sql`coalesce(excluded.push_at, ${n.pushAt})`,
        mailAt: sql`excluded.mail_at`,
      },
    })
    .returning({ id: n.id });
}

/** The unread notices of a kind to these members about a listing. */
export function unreadAbout(
  { q, t: { notices: n } }: Conn,
  { userIds, kind, listingId }: { userIds: string[]; kind: string; listingId: string },
) {
  return q
    .select({ id: n.id, userId: n.userId })
    .from(n)
    .where(and(inArray(n.userId, userIds), eq(n.kind, kind), eq(n.listingId, listingId), isNull(n.readAt)));
}

/** Those of these members whose accounts are not deleted, and whether a browser of theirs receives pushes. */
export function membersAmong({ q, t: { users: u, pushSubscriptions: p } }: Conn, ids: string[]) {
  const subscriptions = q.select({ id: p.id }).from(p).where(eq(p.userId, u.id));
  return q
    .select({ id: u.id, hasPushes: sql<boolean>`${exists(subscriptions)}`.mapWith(Boolean) })
    .from(u)
    .where(and(inArray(u.id, ids), ne(u.username, DELETED_NAME)));
}

function selectNotices({ q, t }: Conn) {
  const { notices: n, listings: l } = t;
  const [recipient, other] = [aliasedTable(t.users, 'recipient'), aliasedTable(t.users, 'other')];
  return (
    q
      .select({
        notice: n,
        recipient: { username: recipient.username },
        other: { username: other.username, profileImageKey: other.profileImageKey },
        listing: {
          id: l.id,
          title: l.title,
          brand: l.brand,
          priceCents: l.priceCents,
          photos: l.photos,
          isSold: l.isSold,
          holdUntil: l.holdUntil,
          removedAt: l.removedAt,
        },
      })
      .from(n)
      .innerJoin(recipient, eq(recipient.id, n.userId))
      // Without another member, the recipient stands in, so that the inner join finds a row.
      .innerJoin(other, sql`${other.id} = coalesce(${n.otherId}, ${n.userId})`)
      .leftJoin(l, eq(l.id, n.listingId))
  );
}
export type NoticeRow = Awaited<ReturnType<typeof selectNotices>>[number];

/** Checked on every read, since a block and a switched-off feature hide what was stored before. */
const isShown = (t: Tables, kinds: string[]) =>
  and(
    inArray(t.notices.kind, kinds),
    or(isNull(t.notices.otherId), not(areBlocked(t, t.notices.userId, t.notices.otherId))),
  );

const isUnread = ({ notices: n }: Tables, userId: string) => and(eq(n.userId, userId), isNull(n.readAt));

export function shownNotices(conn: Conn, kinds: string[], ids: string[]) {
  return selectNotices(conn).where(and(inArray(conn.t.notices.id, ids), isShown(conn.t, kinds)));
}

/** Latest first. */
export function noticesBelow(
  conn: Conn,
  kinds: string[],
  { userId, at, id, limit }: { userId: string; at: Date; id: string; limit: number },
) {
  const { notices: n } = conn.t;
  // Row values: only then does SQLite seek in the index.
  const isBelow = sql`(${n.createdAt}, ${n.id}) < (${sql.param(at, n.createdAt)}, ${id})`;
  return selectNotices(conn)
    .where(and(eq(n.userId, userId), isShown(conn.t, kinds), isBelow))
    .orderBy(desc(n.createdAt), desc(n.id))
    .limit(limit);
}

export function unreadNotices({ q, t }: Conn, kinds: string[], userId: string, limit: number) {
  return q
    .select({ id: t.notices.id })
    .from(t.notices)
    .where(and(isUnread(t, userId), isShown(t, kinds)))
    .limit(limit);
}

export function markRead({ q, t }: Conn, userId: string, ids: string[], readAt: Date) {
  return q
    .update(t.notices)
    .set({ readAt })
    .where(and(isUnread(t, userId), inArray(t.notices.id, ids)))
    .returning({ id: t.notices.id });
}

/** The unread notices of a kind, about these listings or about anything. */
export function unreadOfKind({ q, t }: Conn, userId: string, kind: string, listingIds?: string[]) {
  const { notices: n } = t;
  return q
    .select({ id: n.id })
    .from(n)
    .where(
      and(isUnread(t, userId), eq(n.kind, kind), listingIds ? inArray(n.listingId, listingIds) : undefined),
    );
}

const isPushDue = ({ notices: n }: Tables, now: Date) => and(isNotNull(n.pushAt), lte(n.pushAt, now));

/** Members with notices to push, by their ids, longest due first. */
export function membersToPush({ q, t }: Conn, now: Date, limit: number) {
  const { notices: n } = t;
  return q
    .select({ id: n.userId })
    .from(n)
    .where(isPushDue(t, now))
    .groupBy(n.userId)
    .orderBy(asc(min(n.pushAt)))
    .limit(limit);
}

/** Leases a member's due pushes by moving them ahead; of several nodes that try, one gets each. */
export async function leasePushes(
  { q, t }: Conn,
  { id: userId, now, until }: { id: string; now: Date; until: Date },
): Promise<{ userId: string; ids: string[]; until: Date } | undefined> {
  const { notices: n } = t;
  const leased = await q
    .update(n)
    .set({ pushAt: until })
    .where(and(eq(n.userId, userId), isPushDue(t, now)))
    .returning({ id: n.id });
  return leased.length > 0 ? { userId, ids: leased.map(({ id }) => id), until } : undefined;
}

/** Not of a notice that was replaced while the older one was pushed. */
export function endPushes({ q, t: { notices: n } }: Conn, ids: string[], until: Date) {
  return q
    .update(n)
    .set({ pushAt: null })
    .where(and(inArray(n.id, ids), eq(n.pushAt, until)))
    .returning({ id: n.id });
}

const isMailedSince = ({ mailedAt }: Pick<Tables['notices'], 'mailedAt'>, since: Date) =>
  and(isNotNull(mailedAt), gt(mailedAt, since));

/** Members with a notice to mail, who were sent no mail about notices since then. */
export function membersToMail(
  { q, t }: Conn,
  { now, since, limit }: { now: Date; since: Date; limit: number },
) {
  const { notices: n } = t;
  const m = aliasedTable(n, 'mailed');
  const recent = q
    .select({ id: m.id })
    .from(m)
    .where(and(eq(m.userId, n.userId), isMailedSince(m, since)));
  return q
    .selectDistinct({ userId: n.userId })
    .from(n)
    .where(and(isNotNull(n.mailAt), lte(n.mailAt, now), notExists(recent)))
    .limit(limit);
}

export function mailedSince({ q, t }: Conn, userId: string, since: Date) {
  return q
    .select({ id: t.notices.id })
    .from(t.notices)
    .where(and(eq(t.notices.userId, userId), isMailedSince(t.notices, since)))
    .limit(1);
}

/** The mails to members because of a kind of notice: those that are to come, and those since a time. */
export function mailsOfKind(
  { q, t: { notices: n } }: Conn,
  {
    userIds,
    kind,
    since,
    createdSince,
  }: { userIds: string[]; kind: string; since: Date; createdSince: Date },
) {
  return q
    .select({ userId: n.userId, mailAt: n.mailAt, mailedAt: n.mailedAt })
    .from(n)
    .where(
      and(
        inArray(n.userId, userIds),
        eq(n.kind, kind),
        gt(n.createdAt, createdSince),
        or(isNotNull(n.mailAt), isMailedSince(n, since)),
      ),
    );
}

/** A member's notices to mail, due or not, latest first. */
export function toMail(conn: Conn, kinds: string[], userId: string, limit: number) {
  const { notices: n } = conn.t;
  return selectNotices(conn)
    .where(and(eq(n.userId, userId), isNotNull(n.mailAt), isShown(conn.t, kinds)))
    .orderBy(desc(n.createdAt), desc(n.id))
    .limit(limit);
}

export function endMails({ q, t: { notices: n } }: Conn, ids: string[], mailedAt: Date) {
  return q.update(n).set({ mailAt: null, mailedAt }).where(inArray(n.id, ids)).returning({ id: n.id });
}

/** Ends the mails that are due and not needed, of hidden notices, too. */
export function endDueMails({ q, t: { notices: n } }: Conn, userId: string, now: Date) {
  return q
    .update(n)
    .set({ mailAt: null })
    .where(and(eq(n.userId, userId), isNotNull(n.mailAt), lte(n.mailAt, now)))
    .returning({ id: n.id });
}

export function deleteNoticesOf({ q, t: { notices: n } }: Conn, userId: string) {
  return q.delete(n).where(eq(n.userId, userId)).returning({ id: n.id });
}

export function deleteNoticesBefore({ q, t: { notices: n } }: Conn, before: Date) {
  return q.delete(n).where(lte(n.createdAt, before)).returning({ id: n.id });
}
