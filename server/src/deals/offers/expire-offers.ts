import type { Ctx } from '../../platform/core/ctx.ts';
import { forEachDue } from '../../platform/jobs/for-each-due.ts';
import { endOffer } from './end-offer.ts';
import { expiredOffers, separatedOffers } from './queries.ts';

/** Ends the offers that were not answered in time. */
export function expireOffers(ctx: Ctx, now = new Date()): Promise<void> {
  return forEachDue(
    ctx.db,
    (conn, limit) => expiredOffers(conn, now, limit),
    (tx, offer) => endOffer(ctx, tx, offer, 'expired'),
  );
}

/**
 * Ends the open offers between members of whom one has blocked the other or is suspended. Usually they end at once; this one
 * also finds those that were made at the same moment.
 */
export function endSeparatedOffers(ctx: Ctx): Promise<void> {
  return forEachDue(ctx.db, separatedOffers, (tx, offer) => endOffer(ctx, tx, offer, 'void'));
}
