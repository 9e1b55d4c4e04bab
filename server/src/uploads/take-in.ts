import type { Context } from 'hono';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { createSemaphorePerKey } from '../core/semaphore.ts';
import type { Database } from '../db/database.ts';
import type { StoredPhoto } from '../db/tables.ts';
import { addPhoto, type Uploading } from './add-photo.ts';
import { reportedFullDisk } from './full-disk.ts';
import { measureUploadsOf } from './queries.ts';
import { receiveFile } from './receive-file.ts';

/** The quota of one person. It is checked before each picture, so two that come at once may exceed it. */
export const ROOM = { pictures: 2_000, bytes: 500 * 1024 * 1024 } as const;
/** How many uploads of one person are received at once; more wait, so that one person cannot fill the disk. */
const UPLOADS_PER_PERSON = 2;

interface Expected {
  maxBytes: number;
  newKey: (name: string, at: Date) => string;
}

/** Receives the picture in the field `image` of a multipart request, and stores it. Throws as its two steps do. */
export type TakeIn = (c: Context, actor: Pick<Actor, 'id'>, expected: Expected) => Promise<StoredPhoto>;

/** @throws conflict when this person's pictures have reached the quota. */
async function requireRoom(db: Database, personId: string): Promise<void> {
  const [used] = await db.read((conn) => measureUploadsOf(conn, personId));
  if (!used || (used.pictures < ROOM.pictures && used.bytes < ROOM.bytes)) return;
  throw new AppError('conflict', 'You have used all your photo storage. Please remove old listings.');
}

/** @param folder for temporary files. */
export function createTakeIn(uploading: Uploading, folder: string): TakeIn {
  const inTurn = createSemaphorePerKey(UPLOADS_PER_PERSON);

  const takeIn: TakeIn = async (c, actor, { maxBytes, newKey }) => {
    await requireRoom(uploading.db, actor.id);
    const file = await receiveFile(c, { field: 'image', maxBytes, folder });
    try {
      return await addPhoto(uploading, actor, file, newKey);
    } finally {
      await file.remove();
    }
  };
  return (c, actor, expected) =>
    inTurn(actor.id, () => takeIn(c, actor, expected)).catch((error: unknown) => {
      throw reportedFullDisk(error);
    });
}
