import type { Ctx } from '../core/ctx.ts';
import type { Job } from '../core/feature.ts';
import { takeLease } from './lease.ts';
import { repeat } from './repeat.ts';

/** Shorter than the hour between runs, so that the same process can take the lease again. */
const LEASE_MS = 55 * 60_000;

export function startJobs(ctx: Ctx, name: string, jobs: readonly Job[]): void {
  for (const { every, first = Infinity, run, lease } of jobs) {
    const ms = typeof every === 'number' ? every : every(ctx);
    const work = async (stop: AbortSignal) => {
      if (lease === undefined || (await takeLease(ctx.db, lease, LEASE_MS))) await run(ctx, stop);
    };
    ctx.onClose(name, repeat(ms, work, ctx.log, Math.min(ms, first)));
  }
}
