import type { Ctx } from '../../platform/core/ctx.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import type { NoticeAbout } from '../../platform/core/notice.ts';
import type { SavedChange } from './notify-savers.ts';
import { savedPart } from './personal-data.ts';
import { deleteLongRemoved } from './queries.ts';
import { savedQueueOf } from './queue.ts';
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
  // The price of this drop: the listing may have another by now.
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
  on: { 'listing changed': (ctx, tx, { id }) => savedQueueOf(ctx).add(tx, id) },
  notices: {
    'saved-item': {
      label: 'Saved items',
      text: (about) => TEXTS[changeIn(about)](about),
      path: ({ listing }) => listing.path,
      push: true,
      mail: true,
      mailPause: DAY,
      isOver: (about) => {
        const { isOnSale, isOnHold, price } = about.listing;
        const isGone = price === '';
        const change = changeIn(about);
        if (change === 'sold') return isOnSale || isGone;
        return !isOnSale || isOnHold || (change === 'dropped' && price !== about.data.price);
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
