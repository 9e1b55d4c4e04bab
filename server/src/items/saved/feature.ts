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

const TEXTS: Record<SavedChange, (listing: NoticeAbout['listing']) => string> = {
  sold: ({ title }) => `Sold: ${title}`,
  dropped: ({ title, price }) => `Price drop: ${title}${price && `, now ${price}`}`,
  back: ({ title }) => `Back on sale: ${title}`,
  freed: ({ title }) => `Available again: ${title}`,
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
      text: (about) => TEXTS[changeIn(about)](about.listing),
      path: ({ listing }) => listing.path,
      push: true,
      mail: true,
      mailPause: DAY,
      isOver: (about) => {
        const { isOnSale, isOnHold, price } = about.listing;
        const isGone = price === '';
        return changeIn(about) === 'sold' ? isOnSale || isGone : !isOnSale || isOnHold;
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
