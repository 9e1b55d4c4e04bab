import type { Tx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/db/stored-photo.ts';
import { releaseUploads } from '../../platform/media/release-uploads.ts';

/** Releases photos that a listing no longer shows; their files are deleted after the commit. */
export async function releasePhotos(tx: Tx, photos: StoredPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  const keys = photos.map(({ key }) => key);
  await releaseUploads(tx, keys);
  await tx.emit('photos released', { keys });
}
