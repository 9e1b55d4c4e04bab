import { every, type Feature } from '../../platform/core/feature.ts';
import { endAllHolds, endSeparatedHolds, expireHolds } from './expire-holds.ts';
import { endHoldIfGone, endHoldsBetween, endHoldsOf } from './follow-changes.ts';
import { holdsPart } from './personal-data.ts';
import { holdRoutes } from './routes.ts';

export const holds: Feature = {
  name: 'holds',
  endpoints: holdRoutes,
  on: {
    'listing changed': (ctx, tx, { id }) => endHoldIfGone(ctx, tx, id),
    'members separated': (ctx, tx, { one, other }) => endHoldsBetween(ctx, tx, one, other),
    'member suspended': (ctx, tx, { id }) => endHoldsOf(ctx, tx, id),
  },
  notices: {
    'listing-freed': {
      label: 'Items you wait for',
      text: ({ listing }) => `Available again: ${listing.title}`,
      path: ({ listing }) => listing.path,
      push: true,
      mail: true,
      isOver: ({ listing }) => !listing.isOnSale || listing.isOnHold,
    },
    'hold-ended': {
      label: 'Holds for you that end',
      help: 'The conversation says so as well.',
      text: ({ listing }) => `The hold on ${listing.title} has ended`,
      path: ({ data }) => `/messages/${data.conversationId}`,
      // The line in the conversation is pushed and mailed.
      push: false,
      mail: false,
    },
  },
  jobs: [
    every(5_000, (ctx) => expireHolds(ctx)),
    // Soon after holds are switched off, nothing shows that there were any.
    every(1_000, async (ctx) => ctx.settings.isOn('holds') || endAllHolds(ctx)),
    every(60_000, endSeparatedHolds),
  ],
  personalData: holdsPart,
};
