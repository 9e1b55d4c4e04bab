import { and, asc, desc, eq, exists, gte, isNull, lt, lte, or } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';

export function lockListingToReport({ q, t: { listings: l } }: Conn, id: string) {
  return forUpdate(
    q
      .select({
        memberId: l.sellerId,
        title: l.title,
        text: l.description,
        brand: l.brand,
        size: l.size,
        priceCents: l.priceCents,
        photos: l.photos,
        proofPhoto: l.proofPhoto,
      })
      .from(l)
      .where(and(eq(l.id, id), isNull(l.removedAt))),
  );
}

export function findWantedToReport({ q, t: { wanted: w } }: Conn, id: string) {
  return q
    .select({
      memberId: w.buyerId,
      title: w.title,
      text: w.description,
      brand: w.brand,
      size: w.size,
      priceCents: w.maxPriceCents,
    })
    .from(w)
    .where(and(eq(w.id, id), isNull(w.removedAt)));
}

/** Finds a vouch that is public by now, and locks it until the transaction ends. */
export function lockVouchToReport({ q, t: { vouches: v, deals: d } }: Conn, id: string, now: Date) {
  return forUpdate(
    q
      .select({ memberId: v.writerId, rating: v.rating, text: v.text, title: d.title })
      .from(v)
      .innerJoin(d, eq(d.id, v.dealId))
      .where(and(eq(v.id, id), lte(v.releasesAt, now), isNull(v.removedAt))),
  );
}

/** Finds a message only for the two members of its conversation. */
export function lockMessageToReport(
  { q, t: { messages: m, conversations: c } }: Conn,
  id: string,
  memberId: string,
) {
  const ownConversation = q
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.id, m.conversationId), or(eq(c.buyerId, memberId), eq(c.sellerId, memberId))));
  return forUpdate(
    q
      .select({
        memberId: m.senderId,
        text: m.content,
        image: m.image,
        conversationId: m.conversationId,
        seq: m.seq,
        createdAt: m.createdAt,
        editedAt: m.editedAt,
        unsentAt: m.unsentAt,
      })
      .from(m)
      .where(and(eq(m.id, id), isNull(m.removedAt), exists(ownConversation))),
  );
}

export type ReportedMessage = Awaited<ReturnType<typeof lockMessageToReport>>[number];

export function originalsSince({ q, t: { messageOriginals: o } }: Conn, messageId: string, since: Date) {
  return q
    .select({ content: o.content, photoKey: o.photoKey, writtenAt: o.writtenAt })
    .from(o)
    .where(and(eq(o.messageId, messageId), gte(o.replacedAt, since)))
    .orderBy(asc(o.id));
}
export type OriginalRow = Awaited<ReturnType<typeof originalsSince>>[number];

/** The messages before the one with number `seq`, newest first. */
export function messagesBefore(
  { q, t: { messages: m } }: Conn,
  conversationId: string,
  seq: number,
  limit: number,
) {
  return q
    .select({ senderId: m.senderId, text: m.content, image: m.image })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), lt(m.seq, seq)))
    .orderBy(desc(m.seq))
    .limit(limit);
}

/** Also finds what a suspension removed. */
export async function lockItemText(
  { q, t: { listings: l, wanted: w } }: Conn,
  kind: 'listing' | 'wtb',
  id: string,
) {
  if (kind === 'listing') {
    return forUpdate(
      q
        .select({ text: l.description, photos: l.photos, proofPhoto: l.proofPhoto })
        .from(l)
        .where(and(eq(l.id, id), or(isNull(l.removedAt), l.isSuspended))),
    );
  }
  return forUpdate(
    q
      .select({ text: w.description })
      .from(w)
      .where(and(eq(w.id, id), or(isNull(w.removedAt), w.isSuspended))),
  );
}

export function findPhotosOf({ q, t: { listings: l } }: Conn, id: string) {
  return q.select({ photos: l.photos }).from(l).where(eq(l.id, id));
}

export function findMessageText({ q, t: { messages: m } }: Conn, id: string) {
  return q
    .select({ text: m.content, messageType: m.messageType, unsentAt: m.unsentAt })
    .from(m)
    .where(and(eq(m.id, id), isNull(m.removedAt)));
}
