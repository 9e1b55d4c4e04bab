import { join } from 'node:path';
import { LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/limits';
import { Upload } from '@selvedge/shared/listings';
import type { Context, Hono } from 'hono';
import type { Actor } from '../actor.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Api, Env } from '../endpoint.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { addPhoto } from './add-photo.ts';
import { createDiskStore } from './disk-store.ts';
import { receiveFile } from './receive-file.ts';
import { serveMedia } from './serve-media.ts';
import { sweepTemporary, sweepUnused } from './sweep.ts';
import { createTurns } from './turns.ts';

/** How many pictures are decoded at once, by all people together. */
const DECODES_MAX = 2;
/** How many uploads of one person are taken in at once; more wait, so that one person cannot fill the disk. */
const UPLOADS_PER_PERSON = 2;
const SWEEP_EVERY_MS = 3_600_000;

interface UploadsParts {
  config: Pick<Config, 'dataDir'>;
  db: Database;
  log: Logger;
}

export interface Uploads {
  /** The pictures themselves. */
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Stores a picture that lies on disk already. */
  add(actor: Pick<Actor, 'id'>, file: { path: string; name: string }): Promise<Upload>;
  close(): Promise<void>;
}

/** Pictures: taking them in, keeping them in `DATA_DIR/media`, showing them, and giving up what nothing uses. */
export function createUploads({ config, db, log }: UploadsParts): Uploads {
  const store = createDiskStore(join(config.dataDir, 'media'));
  const incoming = join(config.dataDir, 'incoming');
  const uploading = { db, store, decodeInTurn: createTurns(DECODES_MAX) };
  const turnsOf = createTurnsPerPerson();

  const sweep = async () => {
    try {
      await sweepTemporary(incoming);
      const count = await sweepUnused(db, store);
      if (count > 0) log.info({ count }, 'unused uploads removed');
    } catch (error) {
      log.error({ err: error }, 'the sweep of unused uploads failed');
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, SWEEP_EVERY_MS).unref();

  const takeIn = async (c: Context, actor: Actor) => {
    const file = await receiveFile(c, {
      field: 'image',
      maxBytes: LISTING_PHOTO_MAX_BYTES,
      folder: incoming,
    });
    try {
      return await addPhoto(uploading, actor, file);
    } finally {
      await file.remove();
    }
  };

  return {
    mount: (app) => serveMedia(app, store),
    add: (actor, file) => addPhoto(uploading, actor, file),
    routes(api) {
      api.endpoint(
        {
          method: 'post',
          path: '/api/uploads/listings',
          summary: 'Upload a listing photo as multipart/form-data in the field `image`',
          access: 'member',
          replies: { 201: Upload },
        },
        async ({ c, actor }) => {
          const upload = await turnsOf(actor.id)(() => takeIn(c, actor)).catch(tellFullDisk);
          return c.json(upload, 201);
        },
      );
    },
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
