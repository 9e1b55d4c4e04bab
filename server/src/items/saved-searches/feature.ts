import { perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { createItemQueue } from '../queue/item-queue.ts';
import { mailDaily } from './alerts/mail-daily.ts';
import { unsubscribePages } from './alerts/unsubscribe.ts';
import { matchListing } from './match-listing.ts';
import { savedSearchPart } from './personal-data.ts';
import { deleteFindsBefore } from './queries.ts';
import { savedSearchRoutes } from './routes.ts';

/** How long what a search found counts as new, unless it is opened. */
const FINDS_MS = 90 * 86_400_000;

const queueOf = perProduct((ctx) => createItemQueue(ctx, 'searches', matchListing));

/** Members save searches and follow sellers, and are alerted to listings that fit. */
export const savedSearches: Feature = {
  name: 'savedSearches',
  endpoints: savedSearchRoutes,
  pages: unsubscribePages,
  on: {
    'listing changed': async (ctx, tx, { id }) => {
      if (ctx.settings.isOn('savedSearches')) await queueOf(ctx).add(tx, id);
    },
  },
  notices: {
    'search-match': {
      label: 'Saved searches',
      help: 'New items that fit a search with alerts at once, at most one e-mail an hour.',
      text: ({ listing: { brand, title, price, isOnSale }, data }) =>
        isOnSale
          ? `${brand} · ${title} · ${price} fits “${data.search}”`
          : `${title} fitted “${data.search}”`,
      path: ({ listing }) => listing.path,
      bundle: (count, { member }) => ({
        text: `${count} new items from ${member} fit your searches`,
        path: `/profile/${member}`,
      }),
      push: true,
      mail: true,
      isOver: ({ listing }) => !listing.isOnSale,
    },
  },
  jobs: [
    // For what another process left unfinished.
    every(30_000, (ctx) => queueOf(ctx).kick()),
    every(60_000, (ctx) => mailDaily(ctx)),
    hourly('search finds', ({ db }) =>
      db.transact(async (tx) => deleteFindsBefore(tx, new Date(Date.now() - FINDS_MS))),
    ),
  ],
  personalData: savedSearchPart,
  start(ctx) {
    const { kick, close } = queueOf(ctx);
    ctx.onClose('savedSearches', close);
    // Jobs may remain from before the last restart.
    void kick();
  },
};
