import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/db/stored-photo.ts';
import { releaseUploads } from '../../platform/media/release-uploads.ts';
import { setImage } from './queries.ts';

/** Deletes the photo of a message, if it has one; its files are deleted after the commit. */
export async function dropImage(
  { media }: Ctx,
  tx: Tx,
  { id, image }: { id: string; image: StoredPhoto | null },
): Promise<void> {
  if (!image) return;
  await setImage(tx, id, null);
  await releaseUploads(tx, [image.key]);
  tx.afterCommit(() => media.chatImages.discard([image.key]));
}
