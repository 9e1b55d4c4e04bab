import { join } from 'node:path';
import type { Upload } from '@selvedge/shared/listings';
import type { Hono } from 'hono';
import type { Actor } from '../actor.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Api, Env } from '../endpoint.ts';
import type { Logger } from '../log.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { addPhoto } from './add-photo.ts';
import { type ChatImages, createChatImages } from './chat-images.ts';
import { createDiskStore } from './disk-store.ts';
import { newPhotoKey } from './media-key.ts';
import { mediaUrl } from './media-url.ts';
import { uploadsPart } from './personal-data.ts';
import { createPortraits, type Portraits } from './portraits.ts';
import { createPrivateUrls } from './private-url.ts';
import { uploadRoutes } from './routes.ts';
import { serveMedia } from './serve-media.ts';
import { discardUnused, sweepTemporary, sweepUnused } from './sweep.ts';
import { createTakeIn } from './take-in.ts';
import { createTurns } from './turns.ts';

/** How many pictures are decoded at once, by all people together. */
const DECODES_MAX = 2;
const SWEEP_EVERY_MS = 3_600_000;

export interface Uploads {
  /** Serves the pictures themselves. */
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Stores a picture that lies on this machine already; refuses as `addPhoto` does. */
  add(actor: Pick<Actor, 'id'>, file: { path: string; name: string }): Promise<Upload>;
  /** Removes those of these pictures that nothing uses. */
  discard(keys: string[]): Promise<void>;
  readonly portraits: Portraits;
  readonly chatImages: ChatImages;
  personalData: PersonalPart;
  close(): Promise<void>;
}

/**
 * Pictures: taking them in, keeping them in `DATA_DIR/media`, showing them, giving up what nothing uses.
 * @param urlKey signs the URLs of those that not everybody may see.
 */
export function createUploads({
  config,
  db,
  log,
  urlKey,
}: {
  config: Pick<Config, 'dataDir'>;
  db: Database;
  log: Logger;
  urlKey: Uint8Array;
}): Uploads {
  const store = createDiskStore(join(config.dataDir, 'media'));
  const incoming = join(config.dataDir, 'incoming');
  const uploading = { db, store, decodeInTurn: createTurns(DECODES_MAX) };
  const takeIn = createTakeIn(uploading, incoming);
  const urls = createPrivateUrls(urlKey);
  const discard = (keys: string[]) => discardUnused(db, store, keys);

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

  return {
    mount: (app) => serveMedia(app, store, urls),
    routes: (api) => uploadRoutes(api, takeIn),
    async add(actor, file) {
      const newKey = (name: string, at: Date) => newPhotoKey(actor.id, name, at);
      const { key, ...shown } = await addPhoto(uploading, actor, file, newKey);
      return { url: mediaUrl(key), ...shown };
    },
    discard,
    portraits: createPortraits({ ...uploading, folder: incoming }),
    chatImages: createChatImages(takeIn, urls, discard),
    personalData: uploadsPart(db, store),
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
