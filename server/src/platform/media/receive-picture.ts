import type { Context } from 'hono';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { createSemaphorePerKey } from '../core/semaphore.ts';
import type { Database } from '../db/database.ts';
import type { StoredPhoto } from '../db/stored-photo.ts';
import { addPhoto, type NewPhoto, type UploadParts } from './add-photo.ts';
import { describeFullDisk } from './full-disk.ts';
import { measureUploadsOf } from './queries.ts';
import { receiveFile } from './receive-file.ts';

/** The quota of one member. Checked before each picture, so two concurrent uploads may exceed it. */
export const QUOTA = { pictures: 2_000, bytes: 500 * 1024 * 1024 } as const;
/** Uploads received at once; others wait, so that one member cannot fill the disk. */
const UPLOADS_PER_MEMBER = 2;

interface Expected extends NewPhoto {
  maxBytes: number;
}

/** Receives the form field `image`. @throws as `receiveFile` and `addPhoto` */
export type ReceivePicture = (
  c: Context,
  actor: Pick<Actor, 'id'>,
  expected: Expected,
) => Promise<StoredPhoto>;

/** @throws conflict when the member's pictures have reached the quota. */
export async function requireQuota(db: Database, memberId: string): Promise<void> {
  const [used] = await db.read((conn) => measureUploadsOf(conn, memberId));
  if (!used || (used.pictures < QUOTA.pictures && used.bytes < QUOTA.bytes)) return;
  throw new AppError('conflict', 'You have used all your photo storage. Please remove old listings.');
}

export function createReceivePicture(uploading: UploadParts, folder: string): ReceivePicture {
  const withPermit = createSemaphorePerKey(UPLOADS_PER_MEMBER);

  const receiveAndStore: ReceivePicture = async (c, actor, { maxBytes, ...photo }) => {
    await requireQuota(uploading.db, actor.id);
    const file = await receiveFile(c, { field: 'image', maxBytes, folder });
    try {
      return await addPhoto(uploading, actor, file, photo);
    } finally {
      await file.remove();
    }
  };
  return (c, actor, expected) =>
    withPermit(actor.id, () => receiveAndStore(c, actor, expected)).catch((error: unknown) => {
      throw describeFullDisk(error);
    });
}
