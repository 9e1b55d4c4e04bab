import { Message } from '@selvedge/shared/conversations/conversations';
import { AnswerOffer, NewOffer, OFFER_ANSWERS, type OfferAnswer } from '@selvedge/shared/deals/offers';
import type { Ctx } from '../../platform/core/ctx.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import { answerOffer } from './answer-offer.ts';
import { makeOffer } from './make-offer.ts';

const SUMMARIES: Record<OfferAnswer, string> = {
  accept: 'Accept an offer, which puts a listing on hold for the buyer',
  decline: 'Decline an offer',
  withdraw: 'Withdraw my offer',
};

/** The REST endpoints for offers. */
export function offerRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/conversations/:id/offers',
      feature: 'offers',
      budget: 'message',
      summary: 'Make an offer, which is a message, or counter one',
      access: 'member',
      scope: 'chat',
      params: ById,
      body: NewOffer,
      replies: { 201: Message },
    },
    async ({ c, actor, params, body }) =>
      c.json(await makeOffer(ctx, actor, { ...body, conversationId: params.id }), 201),
  );

  for (const answer of OFFER_ANSWERS) {
    api.endpoint(
      {
        method: 'post',
        path: `/api/offers/:id/${answer}`,
        feature: 'offers',
        budget: 'message',
        summary: SUMMARIES[answer],
        access: 'member',
        scope: 'chat',
        params: ById,
        body: AnswerOffer.pick({ listingPrice: true }).optional(),
        replies: { 200: Message },
      },
      async ({ c, actor, params, body }) =>
        c.json(await answerOffer(ctx, actor, { ...body, answer, offerId: params.id })),
    );
  }
}
