import { every, type Feature } from '../../platform/core/feature.ts';
import { offersOf } from './context.ts';
import { endOffer } from './end-offer.ts';
import { endSeparatedOffers, expireOffers } from './expire-offers.ts';
import { endOffersOf, listingChanged, messageRemoved, wantedChanged } from './follow-changes.ts';
import { offerHandlers } from './hub.ts';
import { offersPart } from './personal-data.ts';
import { offerRoutes } from './routes.ts';

export const offers: Feature = {
  name: 'offers',
  endpoints: (api, ctx) => offerRoutes(api, offersOf(ctx)),
  requests: (ctx) => offerHandlers(offersOf(ctx)),
  on: {
    'listing changed': (ctx, tx, { id }) => listingChanged(offersOf(ctx), tx, id),
    'wanted changed': (ctx, tx, { id }) => wantedChanged(offersOf(ctx), tx, id),
    'members separated': (ctx, tx, { one, other }) => endOffersOf(offersOf(ctx), tx, one, other),
    'member suspended': (ctx, tx, { id }) => endOffersOf(offersOf(ctx), tx, id),
    async 'message unsent'(ctx, tx, { conversationId, offer }) {
      if (offer) await endOffer(offersOf(ctx), tx, { id: offer.id, conversationId }, 'withdrawn');
    },
    'message removed': (ctx, tx, { id }) => messageRemoved(offersOf(ctx), tx, id),
  },
  jobs: [
    every(5_000, (ctx) => expireOffers(offersOf(ctx))),
    every(60_000, (ctx) => endSeparatedOffers(offersOf(ctx))),
  ],
  personalData: (ctx) => offersPart(offersOf(ctx)),
};
