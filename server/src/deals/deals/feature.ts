import { conversationsOf } from '../../conversations/public.ts';
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
  endpoints: (api, ctx) => dealRoutes(api, conversationsOf(ctx), ctx.settings.isOn),
  on: {
    'listing changed': (ctx, tx, { id }) => endDealIfOnSale(conversationsOf(ctx), tx, id),
    'members separated': (ctx, tx, { one, other }) => endProposedOf(conversationsOf(ctx), tx, one, other),
    'member suspended': (ctx, tx, { id }) => endProposedOf(conversationsOf(ctx), tx, id),
    async 'message unsent'(ctx, tx, { deal }) {
      if (deal) await endProposed(conversationsOf(ctx), tx, deal);
    },
    'message removed': (ctx, tx, { id }) => questionRemoved(conversationsOf(ctx), tx, id),
  },
  jobs: [
    every(5_000, (ctx) => expireProposed(conversationsOf(ctx))),
    every(60_000, (ctx) => endSeparatedDeals(conversationsOf(ctx))),
  ],
  personalData: (ctx) => dealsPart(conversationsOf(ctx)),
};
