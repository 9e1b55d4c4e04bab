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
  notices: {
    'deal-asked': {
      label: 'Questions about deals',
      help: 'The conversation asks as well.',
      text: ({ member, data }) => `${member} asks whether you made a deal about ${data.title}`,
      path: ({ data }) => `/messages/${data.conversationId}`,
      // The question in the conversation is pushed and mailed, and so is the answer.
      push: false,
      mail: false,
    },
    'deal-confirmed': {
      label: 'Deals that are confirmed',
      help: 'The conversation says so as well.',
      text: ({ member, data }) => `${member} confirmed your deal about ${data.title}`,
      path: () => '/deals',
      push: false,
      mail: false,
    },
  },
  jobs: [every(5_000, (ctx) => expireProposed(ctx)), every(60_000, endSeparatedDeals)],
  personalData: dealsPart,
};
