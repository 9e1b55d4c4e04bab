import type { Ctx } from '../../platform/core/ctx.ts';
import type { Feature } from '../../platform/core/feature.ts';
import { openBackups } from './open-backups.ts';
import type { ScheduledBackups } from './scheduled-backups.ts';

const started = new WeakMap<Ctx, ScheduledBackups>();

/** The automatic backups, if a target is configured. */
export const backups: Feature = {
  name: 'backups',
  gauges: (ctx) => ({ backup: started.get(ctx)?.state }),
  health(ctx): Record<string, () => Promise<void>> {
    const check = started.get(ctx)?.check;
    return check ? { backups: check } : {};
  },
  async start(ctx) {
    const { config, db, log, metrics } = ctx;
    const scheduled = await openBackups({ config, db, log, onResult: metrics.instrumentation.backedUp });
    if (!scheduled) return;
    started.set(ctx, scheduled);
    ctx.onClose('backups', scheduled.close);
  },
};
