import { every, type Feature } from '../../platform/core/feature.ts';
import {
  endDealIfOnSale,
  endProposed,
  endProposedOf,
  endSeparatedDeals,
  expireProposed,
  questionRemoved,
} from './end-proposed.ts';
import { dealsPart } from './personal-data.ts';
import { dealRoutes } from './routes.ts';

export const deals: Feature = {
  name: 'deals',
  endpoints: dealRoutes,
  on: {
    'listing changed': (ctx, tx, { id }) => endDealIfOnSale(ctx, tx, id),
    'members separated': (ctx, tx, { one, other }) => endProposedOf(ctx, tx, one, other),
    'member suspended': (ctx, tx, { id }) => endProposedOf(ctx, tx, id),
    async 'message unsent'(ctx, tx, { deal }) {
      if (deal) await endProposed(ctx, tx, deal);
    },
    'message removed': (ctx, tx, { id }) => questionRemoved(ctx, tx, id),
  },
  jobs: [every(5_000, (ctx) => expireProposed(ctx)), every(60_000, endSeparatedDeals)],
  personalData: dealsPart,
};
