import { createHash } from 'node:crypto';
import {
  INSTANCE_PICTURE_MAX_BYTES,
  type InstancePicture,
} from '@selvedge/shared/instance/instance-pictures';
import type { Context } from 'hono';
import { AppError } from '../core/errors.ts';
import { mediaUrl } from '../core/media-url.ts';
import type { Tx } from '../db/database.ts';
import type { UploadParts } from './add-photo.ts';
import { describeFullDisk } from './full-disk.ts';
import { newInstanceKey } from './instance-key.ts';
import { claimInstanceUpload } from './queries.ts';
import { receiveFile } from './receive-file.ts';
import { releaseUploads } from './release-uploads.ts';
import { storeUpload } from './store-upload.ts';

/** The logo and the icon of the instance. A picture is identified by its address. */
export interface InstancePictures {
  /** A setting may claim it within a day. @throws as `Render`, too_large, storage_down */
  takeIn(c: Context, picture: InstancePicture): Promise<string>;
  create(path: string, picture: InstancePicture): Promise<string>;
}

export function createInstancePictures({ db, store, render }: UploadParts, folder: string): InstancePictures {
  async function create(path: string, picture: InstancePicture): Promise<string> {
    const { width, height, main, files } = await render(picture, path, null);
    const createdAt = new Date();
    const keyOf = (hash: string, variant: string) => newInstanceKey(picture, hash, variant, createdAt);
    const hash = createHash('sha256')
      .update(files.get(main) ?? '')
      .digest('hex');
    const key = keyOf(hash, main);
    const bytes = [...files.values()].reduce((sum, file) => sum + file.byteLength, 0);
    const row = { key, ownerId: null, width, height, placeholder: '', bytes, createdAt };
    await storeUpload({ db, store }, row, async () => {
      for (const [variant, file] of files) await store.put(keyOf(hash, variant), file);
    });
    return mediaUrl(key);
  }

  return {
    create,
    async takeIn(c, picture) {
      try {
        const file = await receiveFile(c, { field: 'image', maxBytes: INSTANCE_PICTURE_MAX_BYTES, folder });
        try {
          return await create(file.path, picture);
        } finally {
          await file.remove();
        }
      } catch (error) {
        throw describeFullDisk(error);
      }
    },
  };
}

const keyOfAddress = (address: string): string => address.slice(mediaUrl('').length);

/** Empty is none. @throws invalid_input when there is no unclaimed picture at `to` */
export async function replaceInstancePicture(tx: Tx, from: string, to: string, at: Date): Promise<void> {
  const claimed = to === '' ? [to] : await claimInstanceUpload(tx, keyOfAddress(to), at);
  if (claimed.length === 0) throw new AppError('invalid_input', 'Please upload this picture again.');
  if (from !== '') await releaseUploads(tx, [keyOfAddress(from)]);
}
