import { ORIGINALS_DAYS } from '@selvedge/shared/platform/limits';
import type { Ctx } from '../../platform/core/ctx.ts';
import { deleteOriginalsBefore } from './queries.ts';
import { releasePhotos } from './release-photos.ts';

const DAY = 86_400_000;
const BATCH = 200;

/** Deletes expired originals and their photos, in batches so that other writers can run in between. */
export async function removeExpiredOriginals(ctx: Ctx, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - ORIGINALS_DAYS * DAY);
  for (;;) {
    const deleted = await ctx.db.transact(async (tx) => {
      const rows = await deleteOriginalsBefore(tx, before, BATCH);
      await releasePhotos(ctx, tx, rows);
      return rows;
    });
    if (deleted.length < BATCH) return;
  }
}
