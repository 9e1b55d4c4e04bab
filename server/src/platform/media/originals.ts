import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '@selvedge/shared/items/listings';
import type { Actor } from '../core/actor.ts';
import { mediaUrl } from '../core/media-url.ts';
import { addPhoto, type UploadParts } from './add-photo.ts';
import { describeFullDisk } from './full-disk.ts';
import { newPhotoKey } from './media-key.ts';
import { requireQuota } from './receive-picture.ts';

/**
 * Pictures as they were sent, which wait to become photos of listings. Nobody can fetch them. Whoever puts them must
 * know them by a row and remove them: the sweep does not see them.
 */
export interface Originals {
  put(batch: string, number: number, bytes: Uint8Array): Promise<void>;
  /** Stores it as an uploaded photo, as if the member had sent it now. Null if it is gone. @throws as an upload */
  upload(
    actor: Pick<Actor, 'id'>,
    original: { batch: string; number: number; name: string },
  ): Promise<Upload | null>;
  remove(batch: string, numbers: Iterable<number>): Promise<void>;
}

const keyOf = (batch: string, number: number): string => `imports/${batch}-${number}`;

export function createOriginals(parts: UploadParts, folder: string): Originals {
  const { db, store } = parts;
  return {
    put: (batch, number, bytes) =>
      store.put(keyOf(batch, number), bytes).catch((error: unknown) => {
        throw describeFullDisk(error);
      }),
    async upload(actor, { batch, number, name }) {
      const stored = await store.read(keyOf(batch, number));
      if (!stored) return null;
      await requireQuota(db, actor.id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, randomUUID());
      try {
        // Either is: the types of web streams do not say so.
        await writeFile(path, stored.body as Buffer | AsyncIterable<Uint8Array>, { flag: 'wx', mode: 0o600 });
        const newKey = (file: string, at: Date) => newPhotoKey(actor.id, file, at);
        const { key, ...shown } = await addPhoto(
          parts,
          actor,
          { path, name },
          { kind: 'listingPhoto', newKey },
        );
        return { url: mediaUrl(key), ...shown };
      } catch (error) {
        throw describeFullDisk(error);
      } finally {
        await rm(path, { force: true });
      }
    },
    async remove(batch, numbers) {
      for (const number of numbers) await store.remove(keyOf(batch, number));
    },
  };
}
