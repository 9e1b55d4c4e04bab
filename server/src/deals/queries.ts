import { aliasedTable, and, asc, desc, eq, lt, lte, or } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { forUpdate } from '../db/locked.ts';
import type { Tables } from '../db/tables.ts';
import { personColumns } from '../members/columns.ts';

export type DealRow = Tables['deals']['$inferSelect'];

export const findDeal = ({ q, t: { deals: d } }: Conn, id: string) => q.select().from(d).where(eq(d.id, id));

export const dealOfListing = ({ q, t: { deals: d } }: Conn, listingId: string) =>
  q.select().from(d).where(eq(d.listingId, listingId));

export const dealOfWanted = ({ q, t: { deals: d } }: Conn, wantedId: string) =>
  q.select().from(d).where(eq(d.wantedId, wantedId));

export const insertDeal = ({ q, t: { deals: d } }: Conn, row: DealRow) =>
  q.insert(d).values(row).returning({ id: d.id });

export const makeDeal = ({ q, t: { deals: d } }: Conn, id: string, madeAt: Date) =>
  q
    .update(d)
    .set({ state: 'made', madeAt })
    .where(and(eq(d.id, id), eq(d.state, 'proposed')))
    .returning({ id: d.id });

/** Deletes a deal that is only proposed. */
export const deleteProposed = ({ q, t: { deals: d } }: Conn, id: string) =>
  q
    .delete(d)
    .where(and(eq(d.id, id), eq(d.state, 'proposed')))
    .returning({ id: d.id });

/** Detaches the message that proposes a deal, before the deal is deleted. @returns the message */
export const detachMessage = ({ q, t: { messages: m } }: Conn, dealId: string) =>
  q
    .update(m)
    .set({ dealId: null })
    .where(eq(m.dealId, dealId))
    .returning({ id: m.id, conversationId: m.conversationId });

/** The message that proposes a deal. */
export const messageOf = ({ q, t: { messages: m } }: Conn, dealId: string) =>
  q.select({ id: m.id, conversationId: m.conversationId }).from(m).where(eq(m.dealId, dealId));

export const proposedBefore = ({ q, t: { deals: d } }: Conn, at: Date, limit: number) =>
  q
    .select()
    .from(d)
    .where(and(eq(d.state, 'proposed'), lte(d.proposedAt, at)))
    .orderBy(asc(d.proposedAt))
    .limit(limit);

/** The proposed deals of a member, or only those between two members. */
export const proposedOf = ({ q, t: { deals: d } }: Conn, personId: string, otherId?: string) => {
  const isOf = (id: string) => or(eq(d.buyerId, id), eq(d.sellerId, id));
  return q
    .select()
    .from(d)
    .where(and(eq(d.state, 'proposed'), isOf(personId), otherId ? isOf(otherId) : undefined))
    .orderBy(asc(d.id));
};

/** A member's deals below the place `at`, `id`, latest first, with both members. */
export const madeBelow = (
  { q, t }: Conn,
  personId: string,
  { at, id, limit }: { at: Date; id: string; limit: number },
) => {
  const d = t.deals;
  const buyer = aliasedTable(t.users, 'buyer');
  const seller = aliasedTable(t.users, 'seller');
  const isBelow = or(lt(d.madeAt, at), and(eq(d.madeAt, at), lt(d.id, id)));
  return q
    .select({ deal: d, buyer: personColumns({ users: buyer }), seller: personColumns({ users: seller }) })
    .from(d)
    .innerJoin(buyer, eq(buyer.id, d.buyerId))
    .innerJoin(seller, eq(seller.id, d.sellerId))
    .where(and(eq(d.state, 'made'), or(eq(d.buyerId, personId), eq(d.sellerId, personId)), isBelow))
    .orderBy(desc(d.madeAt), desc(d.id))
    .limit(limit);
};

/** The item of a deal, locked until the transaction ends. */
export const lockSoldListing = ({ q, t: { listings: l } }: Conn, id: string) =>
  forUpdate(
    q
      .select({
        ownerId: l.sellerId,
        title: l.title,
        photos: l.photos,
        closedAt: l.soldAt,
        removedAt: l.removedAt,
      })
      .from(l)
      .where(eq(l.id, id)),
  );

/** Like `lockSoldListing`, for a WTB. */
export const lockSoldWanted = ({ q, t: { wanted: w } }: Conn, id: string) =>
  forUpdate(
    q
      .select({
        ownerId: w.buyerId,
        title: w.title,
        isFulfilled: w.isFulfilled,
        removedAt: w.removedAt,
      })
      .from(w)
      .where(eq(w.id, id)),
  );
