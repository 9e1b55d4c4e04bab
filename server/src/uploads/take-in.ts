import type { Context } from 'hono';
import type { Actor } from '../actor.ts';
import type { Database } from '../db/database.ts';
import type { StoredPhoto } from '../db/tables.ts';
import { AppError } from '../errors.ts';
import { addPhoto, type Uploading } from './add-photo.ts';
import { fullDiskTold } from './full-disk.ts';
import { measureUploadsOf } from './queries.ts';
import { receiveFile } from './receive-file.ts';
import { createTurnsPerPerson } from './turns.ts';

/** What one person may keep here. It is looked at before each picture: two that come at once may be above it. */
export const ROOM = { pictures: 2_000, bytes: 500 * 1024 * 1024 } as const;
/** How many uploads of one person are taken in at once; more wait, so that one person cannot fill the disk. */
const UPLOADS_PER_PERSON = 2;

interface Expected {
  maxBytes: number;
  newKey: (name: string, at: Date) => string;
}

/** Takes in the picture of a multipart request, in the field `image`, and stores it. Refuses as `receiveFile` and `addPhoto` do. */
export type TakeIn = (c: Context, actor: Pick<Actor, 'id'>, expected: Expected) => Promise<StoredPhoto>;

/** @throws conflict when this person's pictures take all the room that they have. */
async function requireRoom(db: Database, personId: string): Promise<void> {
  const [used] = await db.read((conn) => measureUploadsOf(conn, personId));
  if (!used || (used.pictures < ROOM.pictures && used.bytes < ROOM.bytes)) return;
  throw new AppError('conflict', 'Your photos take all the room you have here. Please remove old listings.');
}

/** @param folder where files lie while they come in. */
export function createTakeIn(uploading: Uploading, folder: string): TakeIn {
  const inTurn = createTurnsPerPerson(UPLOADS_PER_PERSON);

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
      throw fullDiskTold(error);
    });
}
