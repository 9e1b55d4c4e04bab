import type { Ctx } from '../../../platform/core/ctx.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { deleteEarlierImports, deleteImports, deleteOldImports } from '../queries.ts';

const HOUR = 3_600_000;
/** How long the result of an import is shown. */
const DONE_MS = 30 * 24 * HOUR;

async function removeOriginals(
  { media, log }: Ctx,
  removed: { id: string; originals: number }[],
): Promise<void> {
  for (const { id, originals } of removed)
    await media.originals
      .remove(id, Array(originals).keys())
      .catch((err: unknown) => log.error({ err, import: id }, 'originals of an import could not be removed'));
}

/** Removes one import of a member, or all. Posted listings stay. @returns how many were removed */
export async function discardImportsWithin(ctx: Ctx, tx: Tx, memberId: string, id?: string): Promise<number> {
  const removed = await deleteImports(tx, memberId, id);
  tx.afterCommit(() => {
    ctx.publish.toMember(memberId, 'imports:changed', {});
    return removeOriginals(ctx, removed);
  });
  return removed.length;
}

/** Removes all imports of a member except the latest `kept`. */
export async function discardEarlierWithin(ctx: Ctx, tx: Tx, memberId: string, kept: number): Promise<void> {
  const removed = await deleteEarlierImports(tx, memberId, kept);
  tx.afterCommit(() => removeOriginals(ctx, removed));
}

export function discardImports(ctx: Ctx, memberId: string, id?: string): Promise<number> {
  return ctx.db.transact((tx) => discardImportsWithin(ctx, tx, memberId, id));
}

export async function sweepImports(ctx: Ctx, now = Date.now()): Promise<void> {
  const removed = await ctx.db.transact(async (tx) =>
    deleteOldImports(tx, new Date(now - HOUR), new Date(now - DONE_MS)),
  );
  await removeOriginals(ctx, removed);
}
