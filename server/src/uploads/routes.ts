import { LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/limits';
import { Upload } from '@selvedge/shared/listings';
import type { Context } from 'hono';
import type { Actor } from '../actor.ts';
import type { Api } from '../endpoint.ts';
import { AppError } from '../errors.ts';
import { addPhoto, type Uploading } from './add-photo.ts';
import { receiveFile } from './receive-file.ts';
import { createTurnsPerPerson } from './turns.ts';

/** How many uploads of one person are taken in at once; more wait, so that one person cannot fill the disk. */
const UPLOADS_PER_PERSON = 2;
const FULL_DISK = ['ENOSPC', 'EDQUOT'];

function tellFullDisk(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && FULL_DISK.includes(String(error.code)))) throw error;
  throw new AppError('unavailable', 'There is no room for pictures at the moment. Please try again later.', {
    retryAfter: 300,
    cause: error,
  });
}

/**
 * The REST door to uploads.
 * @param folder where files lie while they come in.
 */
export function uploadRoutes(api: Api, uploading: Uploading, folder: string): void {
  const inTurn = createTurnsPerPerson(UPLOADS_PER_PERSON);

  const takeIn = async (c: Context, actor: Actor): Promise<Upload> => {
    const file = await receiveFile(c, { field: 'image', maxBytes: LISTING_PHOTO_MAX_BYTES, folder });
    try {
      return await addPhoto(uploading, actor, file);
    } finally {
      await file.remove();
    }
  };

  api.endpoint(
    {
      method: 'post',
      path: '/api/uploads/listings',
      summary: 'Upload a listing photo as multipart/form-data in the field `image`',
      access: 'member',
      file: 'image',
      replies: { 201: Upload },
    },
    async ({ c, actor }) => c.json(await inTurn(actor.id, () => takeIn(c, actor)).catch(tellFullDisk), 201),
  );
}
