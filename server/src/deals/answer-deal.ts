import { type AnswerDeal, DEAL_TEXTS } from '@selvedge/shared/deals';
import { DEAL_ASK_DAYS } from '@selvedge/shared/limits';
import { v5 as uuidv5 } from 'uuid';
import { changeMessage } from '../conversations/changes/change-message.ts';
import { sendWithin } from '../conversations/send-message.ts';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { DealContext } from './context.ts';
import { endAsked } from './end-asked.ts';
import { lockOpen } from './lock-open.ts';
import { type DealRow, findDeal, makeDeal, messageOf } from './queries.ts';

const DAY = 24 * 3_600_000;

/** The member who is asked: not the item's owner. */
const askedIdOf = ({ listingId, buyerId, sellerId }: DealRow) => (listingId ? buyerId : sellerId);

/**
 * Answers whether the actor made a deal. A yes makes it, and says so in the conversation; a no leaves nothing. A repeated
 * yes changes nothing.
 * @throws not_found, also if it was asked of someone else, or no longer is
 */
export const answerDeal = (ctx: DealContext, actor: Actor, { dealId, isYes }: AnswerDeal): Promise<void> =>
  ctx.conversations.db.transact(async (tx) => {
    const deal = await lockOpen(tx, dealId);
    if (!deal) {
      const [made] = await findDeal(tx, dealId);
      if (made && isYes && askedIdOf(made) === actor.id) return;
      throw notFound('This question is no longer open');
    }
    const isExpired = deal.askedAt.getTime() + DEAL_ASK_DAYS * DAY <= Date.now();
    if (askedIdOf(deal) !== actor.id || deal.conversationId === null || isExpired) {
      throw notFound('This question is no longer open');
    }
    if (!isYes) return endAsked(ctx, tx, deal);
    await makeDeal(tx, deal.id, new Date());
    const [message] = await messageOf(tx, deal.id);
    if (message) await changeMessage(ctx.conversations, tx, message, {});
    await sendWithin(ctx.conversations, tx, {
      actor,
      input: {
        type: 'text',
        conversationId: deal.conversationId,
        clientId: uuidv5('yes', deal.id),
        content: DEAL_TEXTS[deal.listingId ? 'listing' : 'wanted'].yes,
      },
    });
  });
