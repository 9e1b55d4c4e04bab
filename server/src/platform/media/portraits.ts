import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROFILE_PICTURE_MAX_BYTES, PROFILE_PICTURE_SIDE as SIDE } from '@selvedge/shared/platform/limits';
import type { Context } from 'hono';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { createSemaphorePerKey } from '../core/semaphore.ts';
import type { Database } from '../db/database.ts';
import { describeFullDisk } from './full-disk.ts';
import { newPortraitKey } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import { receiveFile } from './receive-file.ts';
import type { Render } from './rendering.ts';
import { storeUpload } from './store-upload.ts';
import { discardUnused } from './sweep.ts';

/** Profile pictures, each under `profiles/{userId}/`. A picture is identified by its storage key. */
export interface Portraits {
  /** Receives the form field `profileImage`. The member may claim it within a day. @throws AppError */
  takeIn(c: Context, actor: Pick<Actor, 'id'>): Promise<string>;
  /** Stores a picture that the server got elsewhere. @throws as `Render` */
  create(bytes: Uint8Array, ownerId: string): Promise<string>;
  discard(keys: string[]): Promise<void>;
}

interface PortraitParts {
  db: Database;
  store: MediaStore;
  render: Render;
  folder: string;
}

const TOO_LARGE = 'File too large';
const WRONG_TYPE = 'Invalid file type';
const UNREADABLE = 'Error processing image';
const FAILED = 'Upload failed';

function withPortraitTexts(thrown: unknown, otherwise: string): unknown {
  const error = describeFullDisk(thrown);
  if (!(error instanceof AppError)) return new AppError('internal', FAILED, { cause: error });
  const texts = {
    too_large: TOO_LARGE,
    unsupported_type: WRONG_TYPE,
    invalid_input: otherwise,
    storage_down: FAILED,
  };
  const text = texts[error.code as keyof typeof texts] ?? error.message;
  return new AppError(error.code, text, {
    cause: error,
    ...(error.retryAfter && { retryAfter: error.retryAfter }),
  });
}

export function createPortraits({ db, store, render, folder }: PortraitParts): Portraits {
  // One at a time per member: only the time in their keys distinguishes a member's pictures.
  const withPermit = createSemaphorePerKey(1);

  async function renderAndStore(path: string, ownerId: string): Promise<string> {
    const picture = await render('portrait', path, ownerId).catch((error: unknown) => {
      throw withPortraitTexts(error, UNREADABLE);
    });
    const createdAt = new Date();
    const key = newPortraitKey(ownerId, createdAt);
    const row = { key, ownerId, width: SIDE, height: SIDE, placeholder: '', createdAt };
    await storeUpload({ db, store }, row, () => store.put(key, picture)).catch((error: unknown) => {
      throw withPortraitTexts(error, FAILED);
    });
    return key;
  }

  async function takeIn(c: Context, ownerId: string): Promise<string> {
    const expected = { field: 'profileImage', maxBytes: PROFILE_PICTURE_MAX_BYTES, folder };
    const file = await receiveFile(c, expected).catch((error: unknown) => {
      throw withPortraitTexts(error, FAILED);
    });
    try {
      return await renderAndStore(file.path, ownerId);
    } finally {
      await file.remove();
    }
  }

  async function create(bytes: Uint8Array, ownerId: string): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
      return await renderAndStore(path, ownerId);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    takeIn: (c, actor) => withPermit(actor.id, () => takeIn(c, actor.id)),
    create: (bytes, ownerId) => withPermit(ownerId, () => create(bytes, ownerId)),
    discard: (keys) => discardUnused(db, store, keys),
  };
}
