import type { Ctx } from '../../platform/core/ctx.ts';
import type { RequestHandlers } from '../../platform/realtime/request-handlers.ts';
import { answerOffer } from './answer-offer.ts';
import { makeOffer } from './make-offer.ts';

/** Socket request handlers of offers; they run the same functions as the REST routes. */
export function offerHandlers(ctx: Ctx): RequestHandlers<'offer:make' | 'offer:answer'> {
  return {
    'offer:make': {
      feature: 'offers',
      budget: 'message',
      handle: async (actor, input) => ({ message: await makeOffer(ctx, actor, input) }),
    },
    'offer:answer': {
      feature: 'offers',
      budget: 'message',
      handle: async (actor, input) => ({ message: await answerOffer(ctx, actor, input) }),
    },
  };
}
