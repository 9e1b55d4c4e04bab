import type { Context } from 'hono';
import type { Actor } from '../actor.ts';
import type { StoredPhoto } from '../db/tables.ts';
import { addPhoto, type Uploading } from './add-photo.ts';
import { fullDiskTold } from './full-disk.ts';
import { receiveFile } from './receive-file.ts';
import { createTurnsPerPerson } from './turns.ts';

/** How many uploads of one person are taken in at once; more wait, so that one person cannot fill the disk. */
const UPLOADS_PER_PERSON = 2;
interface Expected {
  maxBytes: number;
  newKey: (name: string, at: Date) => string;
}

/** Takes in the picture of a multipart request, in the field `image`, and stores it. Refuses as `receiveFile` and `addPhoto` do. */
export type TakeIn = (c: Context, actor: Pick<Actor, 'id'>, expected: Expected) => Promise<StoredPhoto>;

/** @param folder where files lie while they come in. */
export function createTakeIn(uploading: Uploading, folder: string): TakeIn {
  const inTurn = createTurnsPerPerson(UPLOADS_PER_PERSON);

  const takeIn: TakeIn = async (c, actor, { maxBytes, newKey }) => {
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
