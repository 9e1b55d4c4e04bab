import type { OfferContext } from './context.ts';
import { endOffer } from './end-offer.ts';
import { expiredOffers } from './queries.ts';

const BATCH = 100;

/** Ends the offers whose time is up, each in its own transaction. */
export async function expireOffers(
  ctx: Pick<OfferContext, 'conversations'>,
  now = new Date(),
): Promise<void> {
  const { db } = ctx.conversations;
  for (;;) {
    const due = await db.read((conn) => expiredOffers(conn, now, BATCH));
    for (const offer of due) await db.transact((tx) => endOffer(ctx, tx, offer, 'expired'));
    if (due.length < BATCH) return;
  }
}
