import type { Ctx } from '../../platform/core/ctx.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import type { NoticeAbout } from '../../platform/core/notice.ts';
import { type SavedChange, savedQueueOf } from './notify-savers.ts';
import { savedPart } from './personal-data.ts';
import { deleteLongRemoved, findSaver, setKnownState } from './queries.ts';
import { savedRoutes } from './routes.ts';

const BATCH = 500;
const DAY = 86_400_000;

async function forgetLongRemoved({ db }: Ctx): Promise<void> {
  for (;;) {
    if ((await db.transact((tx) => deleteLongRemoved(tx, BATCH))).length < BATCH) return;
  }
}

const TEXTS: Record<SavedChange, (about: NoticeAbout) => string> = {
  sold: ({ listing }) => `Sold: ${listing.title}`,
  // With the price of this drop: the listing may have another by now.
  reached: ({ listing, data }) => `At your price: ${listing.title}, now ${data.price}`,
  dropped: ({ listing, data }) => `Price drop: ${listing.title}, now ${data.price}`,
  back: ({ listing }) => `Back on sale: ${listing.title}`,
  freed: ({ listing }) => `Available again: ${listing.title}`,
};
// Stored by `notifySavers` alone.
const changeIn = ({ data }: NoticeAbout) => data.change as SavedChange;

/** Members save listings, and are notified when one gets cheaper, is sold, or is for sale again. */
export const saved: Feature = {
  name: 'saved',
  endpoints: savedRoutes,
  on: {
    'listing changed': async (ctx, tx, { id }) => {
      if ((await findSaver(tx, id)).length > 0) await savedQueueOf(ctx).add(tx, id);
    },
    // Those who wait in its line are notified by that, once.
    'member notified': async (_ctx, tx, { kind, userId, listingId }) => {
      if (kind === 'listing-freed' && listingId) await setKnownState(tx, userId, listingId, 'available');
    },
  },
  notices: {
    'saved-item': {
      label: 'Saved items',
      text: (about) => TEXTS[changeIn(about)](about),
      path: ({ listing }) => listing.path,
      push: true,
      mail: true,
      mailPause: DAY,
      // A seller who sells and puts back an item again and again fills no list.
      isReplaced: true,
      isOver: (about) => {
        const { isOnSale, isOnHold, price } = about.listing;
        const isGone = price === '';
        const change = changeIn(about);
        if (change === 'sold') return isOnSale || isGone;
        const isOfPrice = change === 'dropped' || change === 'reached';
        return !isOnSale || isOnHold || (isOfPrice && price !== about.data.price);
      },
    },
  },
  jobs: [
    // For what another process left unfinished.
    every(30_000, (ctx) => savedQueueOf(ctx).kick()),
    hourly('saved', forgetLongRemoved),
  ],
  personalData: savedPart,
  start(ctx) {
    const { kick, close } = savedQueueOf(ctx);
    ctx.onClose('saved items', close);
    void kick();
  },
};
