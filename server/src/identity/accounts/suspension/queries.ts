import { and, asc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';

export interface Item {
  kind: 'listing' | 'wanted';
  id: string;
}

const named = (kind: Item['kind'], rows: { id: string }[]): Item[] => rows.map(({ id }) => ({ kind, id }));

/** @returns the items that were public until then */
export async function hideItems({ q, t }: Conn, userId: string, at: Date): Promise<Item[]> {
  const { listings: l, wanted: w } = t;
  const hidden = { removedAt: at, isSuspended: true };
  const listings = await q
    .update(l)
    .set(hidden)
    .where(and(eq(l.sellerId, userId), isNull(l.removedAt)))
    .returning({ id: l.id });
  const wanted = await q
    .update(w)
    .set(hidden)
    .where(and(eq(w.buyerId, userId), isNull(w.removedAt)))
    .returning({ id: w.id });
  return [...named('listing', listings), ...named('wanted', wanted)];
}

/** Undoes `hideItems`. @returns the items that are public again. */
export async function showItems({ q, t }: Conn, userId: string): Promise<Item[]> {
  const { listings: l, wanted: w } = t;
  const shown = { removedAt: null, isSuspended: false };
  // Phrased like the partial indexes' conditions, so that the planner uses them.
  const listings = await q
    .update(l)
    .set(shown)
    .where(and(eq(l.sellerId, userId), sql`is_suspended`))
    .returning({ id: l.id });
  const wanted = await q
    .update(w)
    .set(shown)
    .where(and(eq(w.buyerId, userId), sql`is_suspended`))
    .returning({ id: w.id });
  return [...named('listing', listings), ...named('wanted', wanted)];
}

export async function itemsOf({ q, t }: Conn, userId: string, isSuspended: boolean): Promise<Item[]> {
  const { listings: l, wanted: w } = t;
  const inState = isSuspended ? sql`is_suspended` : sql`removed_at is null`;
  const listings = await q
    .select({ id: l.id })
    .from(l)
    .where(and(eq(l.sellerId, userId), inState));
  const wanted = await q
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.buyerId, userId), inState));
  return [...named('listing', listings), ...named('wanted', wanted)];
}

export function listSuspensions({ q, t: { authAudit: a }, ago }: Conn, withinMs: number) {
  return q
    .select({ id: a.id, action: a.action, userId: a.userId })
    .from(a)
    .where(and(gte(a.at, ago(withinMs)), inArray(a.action, ['suspended', 'restored'])))
    .orderBy(asc(a.id));
}

export function expiredSuspensions({ q, t: { authUsers: a } }: Conn, now: Date, limit: number) {
  return (
    q
      .select({ id: a.id })
      .from(a)
      // Phrased like the partial index's condition, so that the planner uses it.
      .where(and(sql`banned_until is not null`, lte(a.bannedUntil, now)))
      .orderBy(asc(a.bannedUntil))
      .limit(limit)
  );
}
