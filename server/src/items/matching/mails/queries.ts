import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';
import { isShown } from '../queries.ts';

/** Members with unmailed matches from before `until`, whose last mail was sent before `lastBefore`. */
export function ownersToMail(
  { q, t: { matches: m, matchMails: mails } }: Conn,
  { until, lastBefore, limit }: { until: Date; lastBefore: Date; limit: number },
) {
  return q
    .selectDistinct({ ownerId: m.ownerId, isOff: mails.isOff })
    .from(m)
    .leftJoin(mails, eq(mails.userId, m.ownerId))
    .where(
      and(
        isNull(m.mailedAt),
        lte(m.createdAt, until),
        or(isNull(mails.lastAt), lte(mails.lastAt, lastBefore)),
      ),
    )
    .limit(limit);
}

/** A member's unmailed matches, latest first. */
export function unmailedMatches({ q, t }: Conn, ownerId: string, limit: number) {
  return q
    .select({
      id: t.matches.id,
      createdAt: t.matches.createdAt,
      isShown: sql`${isShown(t)}`.mapWith(Boolean),
      listingId: t.listings.id,
      title: t.listings.title,
      brand: t.listings.brand,
      priceCents: t.listings.priceCents,
    })
    .from(t.matches)
    .innerJoin(t.listings, eq(t.listings.id, t.matches.listingId))
    .innerJoin(t.wanted, eq(t.wanted.id, t.matches.wantedId))
    .where(and(eq(t.matches.ownerId, ownerId), isNull(t.matches.mailedAt)))
    .orderBy(desc(t.matches.createdAt), desc(t.matches.id))
    .limit(limit);
}
export type UnmailedRow = Awaited<ReturnType<typeof unmailedMatches>>[number];

export function markMailed({ q, t: { matches: m } }: Conn, ids: string[], mailedAt: Date) {
  return q.update(m).set({ mailedAt }).where(inArray(m.id, ids)).returning({ id: m.id });
}

/** Of several processes that try, one gets the mail; the others get no row. */
export function claimMail({ q, t: { matchMails: mails } }: Conn, userId: string, at: Date, lastBefore: Date) {
  return q
    .insert(mails)
    .values({ userId, lastAt: at })
    .onConflictDoUpdate({
      target: mails.userId,
      set: { lastAt: at },
      setWhere: and(
        sql`not ${mails.isOff}`,
        or(isNull(mails.lastAt), lte(mails.lastAt, lastBefore)),
      ) as never,
    })
    .returning({ userId: mails.userId });
}

export function setMailsOff({ q, t: { matchMails: mails } }: Conn, userId: string, isOff: boolean) {
  return q
    .insert(mails)
    .values({ userId, isOff })
    .onConflictDoUpdate({ target: mails.userId, set: { isOff } })
    .returning({ userId: mails.userId });
}

export function findMails({ q, t: { matchMails: mails } }: Conn, userId: string) {
  return q.select().from(mails).where(eq(mails.userId, userId));
}

export function deleteMails({ q, t: { matchMails: mails } }: Conn, userId: string) {
  return q.delete(mails).where(eq(mails.userId, userId)).returning({ userId: mails.userId });
}
