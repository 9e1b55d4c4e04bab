import { forEachDue } from '../../platform/jobs/for-each-due.ts';
import type { OfferContext } from './context.ts';
import { endOffer } from './end-offer.ts';
import { expiredOffers, separatedOffers } from './queries.ts';

type Context = Pick<OfferContext, 'conversations' | 'ended'>;

/** Ends the offers that were not answered in time. */
export function expireOffers(ctx: Context, now = new Date()): Promise<void> {
  return forEachDue(
    ctx.conversations.db,
    (conn, limit) => expiredOffers(conn, now, limit),
    (tx, offer) => endOffer(ctx, tx, offer, 'expired'),
  );
}

/**
 * Ends the open offers between members of whom one has blocked the other or is suspended. Usually they end at once; this one
 * also finds those that another process left, or that were made at the same moment.
 */
export function endSeparatedOffers(ctx: Context): Promise<void> {
  return forEachDue(ctx.conversations.db, separatedOffers, (tx, offer) => endOffer(ctx, tx, offer, 'void'));
}
