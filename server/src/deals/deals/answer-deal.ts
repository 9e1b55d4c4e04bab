import { DEAL_TEXTS } from '@selvedge/shared/deals/deal-texts';
import type { AnswerDeal } from '@selvedge/shared/deals/deals';
import { DEAL_ANSWER_DAYS } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { changeMessage, sendWithin } from '../../conversations/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import { endProposed } from './end-proposed.ts';
import { lockOpen } from './lock-open.ts';
import { notifyOfDeal } from './notify-of-deal.ts';
import { type DealRow, findDeal, makeDeal, messageOf } from './queries.ts';

const DAY = 24 * 3_600_000;

/** The member who confirms it: not the owner of the item. */
const answererOf = ({ listingId, buyerId, sellerId }: DealRow) => (listingId ? buyerId : sellerId);

/**
 * A yes makes the deal, and says so in the conversation; a no leaves nothing. A repeated yes changes nothing.
 * @throws not_found, also if someone else is to answer, or it is no longer open
 */
export function answerDeal(ctx: Ctx, actor: Actor, { dealId, isYes }: AnswerDeal): Promise<void> {
  return ctx.db.transact(async (tx) => {
    const deal = await lockOpen(tx, dealId);
    if (!deal) {
      const [made] = await findDeal(tx, dealId);
      if (made && isYes && answererOf(made) === actor.id) return;
      throw notFound('This question is no longer open');
    }
    const isExpired = deal.proposedAt.getTime() + DEAL_ANSWER_DAYS * DAY <= Date.now();
    if (answererOf(deal) !== actor.id || deal.conversationId === null || isExpired) {
      throw notFound('This question is no longer open');
    }
    if (!isYes) return endProposed(ctx, tx, deal);
    await makeDeal(tx, deal.id, new Date());
    await notifyOfDeal(tx, 'deal-confirmed', deal, actor);
    await tx.emit('deal confirmed', { id: deal.id, buyerId: deal.buyerId, sellerId: deal.sellerId });
    const [message] = await messageOf(tx, deal.id);
    if (message) await changeMessage(ctx, tx, message, {});
    await sendWithin(ctx, tx, {
      actor,
      input: {
        type: 'text',
        conversationId: deal.conversationId,
        // Unpredictable, so that no earlier message can have it. A repeat is recognized by the state of the deal.
        clientId: uuidv7(),
        content: DEAL_TEXTS[deal.listingId ? 'listing' : 'wanted'].yes,
      },
      statement: { record: { kind: 'deal', says: 'yes', isWTB: deal.listingId === null } },
    });
  });
}
