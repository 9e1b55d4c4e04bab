import { announce } from '../listings/announce.ts';
import type { OfferContext } from './context.ts';
import { endOffer } from './end-offer.ts';
import { endedHolds, expiredOffers, lockListingRow, setHold } from './queries.ts';

const BATCH = 100;

/** Ends offers and holds whose time is up, each in its own transaction. */
export async function expireDue(ctx: OfferContext, now = new Date()): Promise<void> {
  const { db } = ctx.conversations;
  for (;;) {
    const due = await db.read((conn) => expiredOffers(conn, now, BATCH));
    for (const offer of due) await db.transact((tx) => endOffer(ctx, tx, offer, 'expired'));
    if (due.length < BATCH) break;
  }
  const holds = await db.read((conn) => endedHolds(conn, now, BATCH));
  for (const { id } of holds) {
    await db.transact(async (tx) => {
      const [listing] = await lockListingRow(tx, id);
      // It may have been renewed meanwhile.
      if (!listing?.heldUntil || listing.heldUntil > now) return;
      await setHold(tx, id, { heldInId: null, heldUntil: null });
      await announce({ tx, ...ctx.trading }, 'listing:changed', id);
    });
  }
}
