import type { StoredPhoto } from '../../platform/db/tables.ts';
import { releaseUploads } from '../../platform/media/release-uploads.ts';
import type { Acting } from './context.ts';

/** Releases photos that a listing no longer shows; their files are deleted after the commit. */
export async function releasePhotos(
  { tx, discardPhotos }: Pick<Acting, 'tx' | 'discardPhotos'>,
  photos: StoredPhoto[],
): Promise<void> {
  if (photos.length === 0) return;
  const keys = photos.map(({ key }) => key);
  await releaseUploads(tx, keys);
  tx.afterCommit(() => discardPhotos(keys));
}
