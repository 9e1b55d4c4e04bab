import { every, type Feature } from '../../platform/core/feature.ts';
import { endOffer } from './end-offer.ts';
import { endSeparatedOffers, expireOffers } from './expire-offers.ts';
import { endOffersOf, listingChanged, messageRemoved, wantedChanged } from './follow-changes.ts';
import { offerHandlers } from './hub.ts';
import { offersPart } from './personal-data.ts';
import { offerRoutes } from './routes.ts';

export const offers: Feature = {
  name: 'offers',
  endpoints: offerRoutes,
  requests: offerHandlers,
  on: {
    'listing changed': (ctx, tx, { id }) => listingChanged(ctx, tx, id),
    'wanted changed': (ctx, tx, { id }) => wantedChanged(ctx, tx, id),
    'members separated': (ctx, tx, { one, other }) => endOffersOf(ctx, tx, one, other),
    'member suspended': (ctx, tx, { id }) => endOffersOf(ctx, tx, id),
    async 'message unsent'(ctx, tx, { conversationId, offer }) {
      if (offer) await endOffer(ctx, tx, { id: offer.id, conversationId }, 'withdrawn');
    },
    'message removed': (ctx, tx, { id }) => messageRemoved(ctx, tx, id),
  },
  jobs: [every(5_000, (ctx) => expireOffers(ctx)), every(60_000, endSeparatedOffers)],
  personalData: offersPart,
};
