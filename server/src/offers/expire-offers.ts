import { forEachDue } from '../jobs/for-each-due.ts';
import type { OfferContext } from './context.ts';
import { endOffer } from './end-offer.ts';
import { expiredOffers } from './queries.ts';

/** Ends the offers that were not answered in time. */
export const expireOffers = (ctx: Pick<OfferContext, 'conversations'>, now = new Date()): Promise<void> =>
  forEachDue(
    ctx.conversations.db,
    (conn, limit) => expiredOffers(conn, now, limit),
    (tx, offer) => endOffer(ctx, tx, offer, 'expired'),
  );
