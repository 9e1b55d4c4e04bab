import type { SaleState } from '@selvedge/shared/items/saved';
import {
  COUNT_MAX,
  SAVED_COUNT_MIN,
  SAVED_DROP_PERCENT,
  SAVED_REMOVED_DAYS,
} from '@selvedge/shared/platform/limits';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { areSeparated, DELETED_NAME, memberColumns } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { listingColumns } from '../listings/queries.ts';

/** @returns no row when the member has saved it already */
export function insertSaved({ q, t: { savedItems: s } }: Conn, row: Tables['savedItems']['$inferInsert']) {
  return q.insert(s).values(row).onConflictDoNothing().returning({ id: s.id });
}

export function deleteSaved({ q, t: { savedItems: s } }: Conn, memberId: string, listingId: string) {
  return q
    .delete(s)
    .where(and(eq(s.memberId, memberId), eq(s.listingId, listingId)))
    .returning({ id: s.id });
}

export function countSavedBy({ q, t: { savedItems: s } }: Conn, memberId: string) {
  return q.select({ count: count() }).from(s).where(eq(s.memberId, memberId));
}

/** The ids of the listings that a member has saved, also of those that are hidden at the moment. */
export function savedIdsOf({ q, t: { savedItems: s } }: Conn, memberId: string) {
  return q
    .select({ listingId: s.listingId })
    .from(s)
    .where(eq(s.memberId, memberId))
    .orderBy(desc(s.savedAt), desc(s.id));
}

const removedSince = () => new Date(Date.now() - SAVED_REMOVED_DAYS * 86_400_000);

interface Page {
  memberId: string;
  at: Date;
  id: string;
  limit: number;
  /** The sellers that the member does not see. */
  hidden: SQL | null;
}

/** A member's saved listings below a place, latest first, with those that were removed in the last 30 days. */
export function savedBelow({ q, t }: Conn, { memberId, at, id, limit, hidden }: Page) {
  const { savedItems: s, listings: l, users } = t;
  return q
    .select({
      saved: {
        id: s.id,
        savedAt: s.savedAt,
        savedPriceCents: s.savedPriceCents,
        targetPriceCents: s.targetPriceCents,
      },
      listing: listingColumns(t),
      seller: memberColumns(t),
    })
    .from(s)
    .innerJoin(l, eq(l.id, s.listingId))
    .innerJoin(users, eq(users.id, l.sellerId))
    .where(
      and(
        eq(s.memberId, memberId),
        sql`(${s.savedAt}, ${s.id}) < (${sql.param(at, s.savedAt)}, ${id})`,
        sql`not ${l.isSuspended}`,
        or(isNull(l.removedAt), gt(l.removedAt, removedSince())),
        ne(users.username, DELETED_NAME),
        hidden ? sql`${l.sellerId} not in (${hidden})` : undefined,
      ),
    )
    .orderBy(desc(s.savedAt), desc(s.id))
    .limit(limit);
}
export type SavedRow = Awaited<ReturnType<typeof savedBelow>>[number];

/** For the export: also what is hidden at the moment. */
export function allSavedOf({ q, t: { savedItems: s, listings: l } }: Conn, memberId: string) {
  return q
    .select({
      listingId: s.listingId,
      title: l.title,
      savedAt: s.savedAt,
      savedPriceCents: s.savedPriceCents,
      targetPriceCents: s.targetPriceCents,
    })
    .from(s)
    .innerJoin(l, eq(l.id, s.listingId))
    .where(eq(s.memberId, memberId))
    .orderBy(desc(s.savedAt), desc(s.id));
}

export function deleteAllSavedOf({ q, t: { savedItems: s } }: Conn, memberId: string) {
  return q.delete(s).where(eq(s.memberId, memberId)).returning({ id: s.id });
}

/** How many members have saved a listing, up to one more than `COUNT_MAX`. */
export function countSavers({ q, t: { savedItems: s } }: Conn, listingId: string) {
  const some = q
    .select({ id: s.id })
    .from(s)
    .where(eq(s.listingId, listingId))
    .limit(COUNT_MAX + 1)
    .as('some');
  return q.select({ count: count() }).from(some);
}

/** The known price that exactly enough members have at least, for a count that may be shown. */
export function findSharedPrice({ q, t: { savedItems: s } }: Conn, listingId: string) {
  return q
    .select({ cents: s.knownPriceCents })
    .from(s)
    .where(eq(s.listingId, listingId))
    .orderBy(desc(s.knownPriceCents))
    .limit(1)
    .offset(SAVED_COUNT_MIN - 1);
}

/** Forgets listings that were removed more than 30 days ago; a suspended seller's may come back. */
export function deleteLongRemoved({ q, t: { savedItems: s, listings: l } }: Conn, limit: number) {
  const gone = q
    .select({ id: s.id })
    .from(s)
    .innerJoin(l, eq(l.id, s.listingId))
    .where(and(lte(l.removedAt, removedSince()), sql`not ${l.isSuspended}`))
    .orderBy(asc(s.id))
    .limit(limit);
  return q.delete(s).where(inArray(s.id, gone)).returning({ id: s.id });
}

export function findSettings({ q, t: { savedSettings: s } }: Conn, memberId: string) {
  return q.select({ isAnyDrop: s.isAnyDrop }).from(s).where(eq(s.memberId, memberId));
}

export function storeSettings({ q, t: { savedSettings: s } }: Conn, memberId: string, isAnyDrop: boolean) {
  return q
    .insert(s)
    .values({ memberId, isAnyDrop })
    .onConflictDoUpdate({ target: s.memberId, set: { isAnyDrop } })
    .returning({ memberId: s.memberId });
}

export function deleteSettings({ q, t: { savedSettings: s } }: Conn, memberId: string) {
  return q.delete(s).where(eq(s.memberId, memberId)).returning({ memberId: s.memberId });
}

export function findSaver({ q, t: { savedItems: s } }: Conn, listingId: string) {
  return q.select({ id: s.id }).from(s).where(eq(s.listingId, listingId)).limit(1);
}

interface Now {
  listingId: string;
  state: SaleState;
  priceCents: number;
}

/** Locks saved items whose members know another state of the listing, or a price from which it has dropped enough for them, by id. */
export function lockOutdated(
  { q, t: { savedItems: s, savedSettings } }: Conn,
  { listingId, state, priceCents }: Now,
  { above, limit }: { above: string; limit: number },
) {
  const isAnyDrop = sql<boolean>`exists (
    select 1 from ${savedSettings} where ${savedSettings.memberId} = ${s.memberId} and ${savedSettings.isAnyDrop}
  )`;
  const isLargeDrop = gte(s.knownPriceCents, Math.ceil((priceCents * 100) / (100 - SAVED_DROP_PERCENT)));
  const never = sql`1 = 0`;
  const isForSale = state === 'available';
  const isDropped = isForSale ? or(isLargeDrop, and(gt(s.knownPriceCents, priceCents), isAnyDrop)) : never;
  const isReached = isForSale
    ? and(gte(s.targetPriceCents, priceCents), gt(s.knownPriceCents, s.targetPriceCents))
    : never;
  return forUpdate(
    q
      .select({
        id: s.id,
        knownState: s.knownState,
        isDropped: sql<boolean>`${isDropped}`.mapWith(Boolean),
        isReached: sql<boolean>`coalesce(${isReached}, ${never})`.mapWith(Boolean),
      })
      .from(s)
      .where(
        and(eq(s.listingId, listingId), gt(s.id, above), or(ne(s.knownState, state), isDropped, isReached)),
      )
      .orderBy(asc(s.id))
      .limit(limit),
  );
}

export type OutdatedRow = Awaited<ReturnType<typeof lockOutdated>>[number];

/** The members of these saved items, except those who are blocked, have blocked the seller, or are suspended. */
export function membersOf({ q, t }: Conn, ids: string[]) {
  const { savedItems: s, listings: l } = t;
  return q
    .select({ id: s.id, memberId: s.memberId, notifiedAt: s.notifiedAt })
    .from(s)
    .innerJoin(l, eq(l.id, s.listingId))
    .where(and(inArray(s.id, ids), not(areSeparated(t, s.memberId, l.sellerId))));
}

export function updateKnown(
  { q, t: { savedItems: s } }: Conn,
  ids: string[],
  known: Partial<Pick<Tables['savedItems']['$inferSelect'], 'knownState' | 'knownPriceCents' | 'notifiedAt'>>,
) {
  return q.update(s).set(known).where(inArray(s.id, ids)).returning({ id: s.id });
}

export function setKnownState(
  { q, t: { savedItems: s } }: Conn,
  memberId: string,
  listingId: string,
  knownState: SaleState,
) {
  return q
    .update(s)
    .set({ knownState })
    .where(and(eq(s.memberId, memberId), eq(s.listingId, listingId)))
    .returning({ id: s.id });
}

/** A drop below the target is measured from the price of now. */
export function setTarget(
  { q, t: { savedItems: s } }: Conn,
  { memberId, listingId }: { memberId: string; listingId: string },
  target: { targetPriceCents: number | null; knownPriceCents?: number },
) {
  return q
    .update(s)
    .set(target)
    .where(and(eq(s.memberId, memberId), eq(s.listingId, listingId)))
    .returning({ id: s.id });
}

export function findSavedBy({ q, t: { savedItems: s } }: Conn, memberId: string, listingId: string) {
  return q
    .select({ id: s.id })
    .from(s)
    .where(and(eq(s.memberId, memberId), eq(s.listingId, listingId)));
}
