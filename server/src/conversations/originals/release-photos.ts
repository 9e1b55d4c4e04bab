import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { releaseUploads } from '../../platform/media/release-uploads.ts';

/** The files are deleted after the commit, unless an open report needs them. */
export async function releasePhotos(
  { media }: Ctx,
  tx: Tx,
  deleted: { photoKey: string | null }[],
): Promise<void> {
  const keys = deleted.flatMap(({ photoKey }) => photoKey ?? []);
  await releaseUploads(tx, keys);
  tx.afterCommit(() => media.chatImages.discard(keys));
}
