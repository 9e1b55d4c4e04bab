import { perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { discardImportsWithin, sweepImports } from './in/discard-imports.ts';
import { createQueue } from './in/queue.ts';
import { closetPart } from './personal-data.ts';
import { closetRoutes } from './routes.ts';

const queueOf = perProduct(createQueue);

/** Exports a member's listings, and imports listings from a file. */
export const closet: Feature = {
  name: 'closet',
  endpoints: (api, ctx) => closetRoutes(api, ctx, () => void queueOf(ctx).kick()),
  on: {
    'member suspended': async (ctx, tx, { id }) => {
      await discardImportsWithin(ctx, tx, id);
    },
  },
  jobs: [
    // Resumes imports whose rate limit has ended, or whose process died.
    every(10_000, (ctx) => queueOf(ctx).kick()),
    hourly('closet imports', (ctx) => sweepImports(ctx)),
  ],
  personalData: closetPart,
  start(ctx) {
    const { kick, close } = queueOf(ctx);
    ctx.onClose('closet', close);
    // Resumes imports from before the restart.
    void kick();
  },
};
