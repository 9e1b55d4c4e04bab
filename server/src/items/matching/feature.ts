import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { createItemQueue } from '../queue/item-queue.ts';
import { countJobs } from '../queue/queries.ts';
import { matchListing, matchWanted } from './match-item.ts';
import { matchingPart } from './personal-data.ts';
import { matchingRoutes } from './routes.ts';

const listingsOf = perProduct((ctx) => createItemQueue(ctx, 'listing', matchListing));
const wantedOf = perProduct((ctx) => createItemQueue(ctx, 'wanted', matchWanted));
const queuesOf = (ctx: Ctx) => [listingsOf(ctx), wantedOf(ctx)];

/** Matches listings with WTBs, and notifies the WTBs' owners. */
export const matching: Feature = {
  name: 'matching',
  endpoints: matchingRoutes,
  on: {
    'listing changed': (ctx, tx, { id }) => listingsOf(ctx).add(tx, id),
    'wanted changed': (ctx, tx, { id }) => wantedOf(ctx).add(tx, id),
  },
  notices: {
    match: {
      label: 'Matches',
      help: 'Listings that match your requests, at most one e-mail an hour.',
      text: ({ listing: { brand, title, price, isOnSale } }) =>
        isOnSale ? `${brand} · ${title} · ${price} matches your request` : `${title} matched your request`,
      path: ({ listing }) => listing.path,
      bundle: (count, { member }) => ({
        text: `${count} items from ${member} match your requests`,
        path: `/profile/${member}`,
      }),
      push: false,
      mail: true,
      isOver: ({ listing }) => !listing.isOnSale,
    },
  },
  jobs: [
    // For what another process left unfinished.
    every(30_000, async (ctx) => {
      await Promise.all(queuesOf(ctx).map(({ kick }) => kick()));
    }),
  ],
  personalData: matchingPart,
  gauges: ({ db }) => ({
    matchingQueue: () =>
      db.read(async (conn) => (await countJobs(conn, ['listing', 'wanted']))[0]?.count ?? 0),
  }),
  start(ctx) {
    for (const { kick, close } of queuesOf(ctx)) {
      ctx.onClose('matching', close);
      // Jobs may remain from before the last restart.
      void kick();
    }
  },
};
