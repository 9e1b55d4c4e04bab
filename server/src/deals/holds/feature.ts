import { notifyOfListing } from '../../notifications/public.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { endAllHolds, endSeparatedHolds, expireHolds } from './expire-holds.ts';
import { endHoldIfGone, endHoldsBetween, endHoldsOf } from './follow-changes.ts';
import { notifyFreed } from './notify-freed.ts';
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
  jobs: [
    every(5_000, (ctx) => expireHolds(ctx)),
    every(5_000, (ctx) => notifyFreed(ctx.db, notifyOfListing(ctx))),
    // Soon after holds are switched off, nothing shows that there were any.
    every(1_000, async (ctx) => ctx.settings.isOn('holds') || endAllHolds(ctx)),
    every(60_000, endSeparatedHolds),
  ],
  personalData: holdsPart,
};
