import type { Ctx } from '../../platform/core/ctx.ts';
import type { Feature } from '../../platform/core/feature.ts';
import { openBackups } from './open-backups.ts';
import type { ScheduledBackups } from './scheduled-backups.ts';

const opened = new WeakMap<Ctx, ScheduledBackups>();

/** How often to look whether a backup is due, at most and at least: a failed one is tried again then. */
const CHECK_MS = { min: 1_000, max: 10 * 60_000 };
const CHECKS_PER_INTERVAL = 20;

/** The automatic backups, if a target is configured. */
export const backups: Feature = {
  name: 'backups',
  gauges: (ctx) => ({ backup: opened.get(ctx)?.state }),
  health(ctx): Record<string, () => Promise<void>> {
    const check = opened.get(ctx)?.check;
    return check ? { backups: check } : {};
  },
  jobs: [
    {
      every: ({ config: { backup } }) =>
        Math.min(CHECK_MS.max, Math.max(CHECK_MS.min, (backup?.everyMs ?? Infinity) / CHECKS_PER_INTERVAL)),
      // Once the server has started up.
      first: 10_000,
      run: async (ctx, stop) => opened.get(ctx)?.run(stop),
    },
  ],
  async start(ctx) {
    const { config, db, log, metrics } = ctx;
    const scheduled = await openBackups({ config, db, log, onResult: metrics.instrumentation.backedUp });
    if (scheduled) opened.set(ctx, scheduled);
  },
};
