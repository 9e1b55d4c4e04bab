import { and, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { memberColumns } from '../../../members/public.ts';
import type { Conn } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

type NewAlert = Omit<Tables['listingAlerts']['$inferInsert'], 'id'>;
const withIds = (alerts: NewAlert[]) => alerts.map((alert) => ({ ...alert, id: uuidv7() }));

/** All of one listing at one price. @param toldFrom the least price of an earlier alert that permits another */
export function storeAlerts({ q, t: { listingAlerts: a } }: Conn, rows: NewAlert[], toldFrom: number) {
  return q
    .insert(a)
    .values(withIds(rows))
    .onConflictDoUpdate({
      target: [a.memberId, a.listingId],
      set: {
        priceCents: sql`excluded.price_cents`,
        searchId: sql`excluded.search_id`,
        dueAt: sql`excluded.due_at`,
      },
      setWhere: gte(a.priceCents, toldFrom) as never,
    })
    .returning({ memberId: a.memberId });
}

/** Members who were told that a listing costs at least this much. */
export function membersAlerted({ q, t: { listingAlerts: a } }: Conn, listingId: string, fromCents: number) {
  return q
    .select({ memberId: a.memberId })
    .from(a)
    .where(and(eq(a.listingId, listingId), gte(a.priceCents, fromCents)));
}

/** @returns those that were not there yet */
export function insertAlerts({ q, t: { listingAlerts: a } }: Conn, rows: NewAlert[]) {
  return q
    .insert(a)
    .values(withIds(rows))
    .onConflictDoNothing({ target: [a.memberId, a.listingId] })
    .returning({ memberId: a.memberId, listingId: a.listingId });
}

export function pricesOf({ q, t: { listings: l } }: Conn, ids: string[]) {
  return q.select({ id: l.id, priceCents: l.priceCents }).from(l).where(inArray(l.id, ids));
}

export function membersDue({ q, t: { listingAlerts: a } }: Conn, now: Date, limit: number) {
  return q
    .selectDistinct({ memberId: a.memberId })
    .from(a)
    .where(and(isNotNull(a.dueAt), lte(a.dueAt, now)))
    .limit(limit);
}

/** Of several processes that try, one gets the rows. */
export function claimDue({ q, t: { listingAlerts: a } }: Conn, memberId: string, now: Date) {
  return q
    .update(a)
    .set({ dueAt: null })
    .where(and(eq(a.memberId, memberId), isNotNull(a.dueAt), lte(a.dueAt, now)))
    .returning({ listingId: a.listingId, searchId: a.searchId });
}

export function listingsById({ q, t }: Conn, ids: string[]) {
  const { listings: l, users: u } = t;
  return q
    .select({
      id: l.id,
      title: l.title,
      brand: l.brand,
      sellerId: l.sellerId,
      brandFolded: l.brandFolded,
      sizeWords: l.sizeWords,
      category: l.category,
      condition: l.condition,
      priceCents: l.priceCents,
      isOnSale: sql`(${l.removedAt} is null and not ${l.isSold})`.mapWith(Boolean),
      words: sql<string>`coalesce(${l.searchWords}, '')`,
      photos: l.photos,
      seller: memberColumns(t),
    })
    .from(l)
    .innerJoin(u, eq(u.id, l.sellerId))
    .where(inArray(l.id, ids));
}
export type DueListing = Awaited<ReturnType<typeof listingsById>>[number];

export function findMailsOff({ q, t: { searchMails: m } }: Conn, memberId: string) {
  return q.select({ isOff: m.isOff }).from(m).where(eq(m.memberId, memberId));
}

export function setMailsOff({ q, t: { searchMails: m } }: Conn, memberId: string, isOff: boolean) {
  return q
    .insert(m)
    .values({ memberId, isOff })
    .onConflictDoUpdate({ target: m.memberId, set: { isOff } })
    .returning({ memberId: m.memberId });
}

export function findSearchById({ q, t: { savedSearches: s } }: Conn, id: string) {
  return q.select({ id: s.id }).from(s).where(eq(s.id, id));
}

export function setAlertsOff({ q, t: { savedSearches: s } }: Conn, id: string, isOff: boolean) {
  return q
    .update(s)
    .set({ alerts: isOff ? 'off' : 'daily' })
    .where(eq(s.id, id))
    .returning({ id: s.id });
}

/** For the export. */
export function allAlertsOf({ q, t: { listingAlerts: a } }: Conn, memberId: string) {
  return q
    .select({ listingId: a.listingId, priceCents: a.priceCents, searchId: a.searchId, dueAt: a.dueAt })
    .from(a)
    .where(eq(a.memberId, memberId));
}

export async function deleteAllAlertsOf(
  { q, t: { listingAlerts: a, searchMails: m } }: Conn,
  memberId: string,
) {
  await q.delete(a).where(eq(a.memberId, memberId)).returning({ listingId: a.listingId });
  await q.delete(m).where(eq(m.memberId, memberId)).returning({ memberId: m.memberId });
}
