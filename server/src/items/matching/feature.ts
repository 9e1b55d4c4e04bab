import { perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { matchingPart } from './personal-data.ts';
import { countJobs } from './queries.ts';
import { createQueue } from './queue.ts';
import { matchingRoutes } from './routes.ts';

const queueOf = perProduct(createQueue);

/** Matches listings with WTBs, and notifies the WTBs' owners. */
export const matching: Feature = {
  name: 'matching',
  endpoints: matchingRoutes,
  on: {
    'listing changed': (ctx, tx, { id }) => queueOf(ctx).add(tx, 'listing', id),
    'wanted changed': (ctx, tx, { id }) => queueOf(ctx).add(tx, 'wanted', id),
  },
  notices: {
    match: {
      label: 'Matches',
      help: 'Listings that match your requests, at most one e-mail an hour.',
      text: ({ listing: { brand, title, price, isOnSale } }) =>
        isOnSale ? `${brand} · ${title} · ${price} matches your request` : `${title} matched your request`,
      path: ({ listing }) => listing.path,
      push: false,
      mail: true,
      isOver: ({ listing }) => !listing.isOnSale,
    },
  },
  jobs: [
    // For what another process left unfinished.
    every(30_000, (ctx) => queueOf(ctx).kick()),
  ],
  personalData: matchingPart,
  gauges: ({ db }) => ({
    matchingQueue: () => db.read(async (conn) => (await countJobs(conn))[0]?.count ?? 0),
  }),
  start(ctx) {
    const { kick, close } = queueOf(ctx);
    ctx.onClose('matching', close);
    // Jobs may remain from before the last restart.
    void kick();
  },
};
