import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROFILE_PICTURE_MAX_BYTES } from '@selvedge/shared/limits';
import type { Context } from 'hono';
import type { Actor } from '../actor.ts';
import { AppError } from '../errors.ts';
import { removePicture } from './add-photo.ts';
import { isPortraitKey, newPortraitKey } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import { mediaUrl } from './media-url.ts';
import { receiveFile } from './receive-file.ts';
import { renderPortrait } from './render-portrait.ts';
import { createTurnsPerPerson } from './turns.ts';

/** People's own pictures, each under `profiles/{userId}/`. A picture is known by its storage key. */
export interface Portraits {
  /**
   * Takes in the picture of a multipart request, in the field `profileImage`.
   * @throws AppError with a text of the product's error catalogue.
   */
  takeIn(c: Context, actor: Pick<Actor, 'id'>): Promise<string>;
  /**
   * Takes in a picture that came from elsewhere.
   * @throws unsupported_type, or invalid_input when it is damaged.
   */
  make(bytes: Uint8Array, ownerId: string): Promise<string>;
  /** The key that a URL names if it is a picture of this person's that is there; else null. */
  keyOfOwn(url: string, ownerId: string): Promise<string | null>;
  remove(key: string): Promise<void>;
}

interface PortraitParts {
  store: MediaStore;
  decodeInTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Where files lie while they come in. */
  folder: string;
}

const TOO_LARGE = 'File too large';
const WRONG_TYPE = 'Invalid file type';
const UNREADABLE = 'Error processing image';
const FAILED = 'Upload failed';

/** The refusals of the pipeline in the words that profile pictures have; their codes stay. */
function reworded(error: unknown, otherwise: string): unknown {
  if (!(error instanceof AppError)) return new AppError('internal', FAILED, { cause: error });
  const texts = { too_large: TOO_LARGE, unsupported_type: WRONG_TYPE, invalid_input: otherwise };
  const text = texts[error.code as keyof typeof texts] ?? error.message;
  return new AppError(error.code, text, { cause: error });
}

export function createPortraits({ store, decodeInTurn, folder }: PortraitParts): Portraits {
  // One after the other: the time in a key tells a person's pictures apart.
  const inTurn = createTurnsPerPerson(1);

  async function keep(path: string, ownerId: string): Promise<string> {
    const picture = await decodeInTurn(() => renderPortrait(path)).catch((error: unknown) => {
      throw reworded(error, UNREADABLE);
    });
    const key = newPortraitKey(ownerId, new Date());
    await store.put(key, picture).catch((error: unknown) => {
      throw reworded(error, FAILED);
    });
    return key;
  }

  async function takeIn(c: Context, ownerId: string): Promise<string> {
    const expected = { field: 'profileImage', maxBytes: PROFILE_PICTURE_MAX_BYTES, folder };
    const file = await receiveFile(c, expected).catch((error: unknown) => {
      throw reworded(error, FAILED);
    });
    try {
      return await keep(file.path, ownerId);
    } finally {
      await file.remove();
    }
  }

  async function make(bytes: Uint8Array, ownerId: string): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
      return await keep(path, ownerId);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    takeIn: (c, actor) => inTurn(actor.id, () => takeIn(c, actor.id)),
    make: (bytes, ownerId) => inTurn(ownerId, () => make(bytes, ownerId)),
    async keyOfOwn(url, ownerId) {
      const key = url.startsWith(mediaUrl('')) ? url.slice(mediaUrl('').length) : '';
      if (!isPortraitKey(key) || !key.startsWith(`profiles/${ownerId}/`)) return null;
      const file = await store.read(key);
      await file?.body.cancel();
      return file && key;
    },
    // The demo's people have photos in every width.
    remove: (key) => (isPortraitKey(key) ? store.remove(key) : removePicture(store, key)),
  };
}
