import type { Tx } from '../../platform/db/database.ts';
import { releaseUploads } from '../../platform/media/release-uploads.ts';
import type { ConversationContext } from '../context.ts';

/** The files are deleted after the commit, unless an open report needs them. */
export async function releasePhotos(
  { images }: Pick<ConversationContext, 'images'>,
  tx: Tx,
  deleted: { photoKey: string | null }[],
): Promise<void> {
  const keys = deleted.flatMap(({ photoKey }) => photoKey ?? []);
  await releaseUploads(tx, keys);
  tx.afterCommit(() => images.discard(keys));
}
