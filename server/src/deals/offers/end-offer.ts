import type { OfferOutcome, OfferState } from '@selvedge/shared/deals/offers';
import { changeMessage } from '../../conversations/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findOffer, lockConversationRow, messageOf, type OfferRow, setOfferState } from './queries.ts';

/** An offer that another transaction has moved meanwhile stays as it is. Locks its conversation. */
export async function moveOffer(
  ctx: Ctx,
  tx: Tx,
  { id, conversationId }: Pick<OfferRow, 'id' | 'conversationId'>,
  states: { from: OfferState; to: OfferOutcome },
): Promise<void> {
  await lockConversationRow(tx, conversationId);
  if ((await setOfferState(tx, id, states)).length === 0) return;
  tx.afterCommit(() => ctx.metrics.instrumentation.offerEnded(states.to));
  const [message] = await messageOf(tx, id);
  if (message) await changeMessage(ctx, tx, message, {});
}

/** An offer whose time is up has expired, whatever else ends it. @param now when its end was caused */
export async function endOffer(
  ctx: Ctx,
  tx: Tx,
  offer: Pick<OfferRow, 'id' | 'conversationId'>,
  outcome: OfferOutcome,
  now = new Date(),
): Promise<void> {
  const [stored] = await findOffer(tx, offer.id);
  const to = stored && stored.expiresAt <= now ? 'expired' : outcome;
  await moveOffer(ctx, tx, offer, { from: 'open', to });
}
