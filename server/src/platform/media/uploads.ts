import { join } from 'node:path';
import type { Upload } from '@selvedge/shared/items/listings';
import type { Context, Hono } from 'hono';
import type { Config } from '../../config.ts';
import type { Actor } from '../core/actor.ts';
import { mediaUrl } from '../core/media-url.ts';
import type { PersonalPart } from '../core/personal-part.ts';
import type { Database } from '../db/database.ts';
import type { Api, Env } from '../http/endpoint.ts';
import type { Logger } from '../observability/log.ts';
import { addPhoto } from './add-photo.ts';
import { type ChatImages, createChatImages } from './chat-images.ts';
import { createDiskStore, temporaryFolderOf } from './disk-store.ts';
import { hashStored, shrinkStored } from './hash-stored.ts';
import { createInstancePictures, type InstancePictures } from './instance-pictures.ts';
import { newPhotoKey } from './media-key.ts';
import { createOriginals, type Originals } from './originals.ts';
import { bytesOf, uploadsPart } from './personal-data.ts';
import type { PhotoHashes } from './photo-hash.ts';
import { createPortraits, type Portraits } from './portraits.ts';
import { createPrivateUrls } from './private-url.ts';
import { type ExpectedFile, type ReceivedFile, receiveFile } from './receive-file.ts';
import { createReceivePicture } from './receive-picture.ts';
import { createRendering, type RenderingHooks } from './rendering.ts';
import { uploadRoutes } from './routes.ts';
import type { S3Settings } from './s3-settings.ts';
import { createS3Store } from './s3-store.ts';
import { type PresentPictures, serveMedia } from './serve-media.ts';
import { cacheSmallFiles } from './small-files.ts';
import { discardUnused } from './sweep.ts';
import { startSweeping } from './sweeping.ts';
import { followWithheld } from './withheld.ts';

export interface Uploads {
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Stores a picture from a file on this machine; throws as `addPhoto`. */
  add(actor: Pick<Actor, 'id'>, file: { path: string; name: string }): Promise<Upload>;
  /** The bytes of a stored photo; none if it is gone. */
  read(key: string): AsyncIterable<Uint8Array>;
  /** Receives a file that is no picture itself into a temporary one. @throws as `receiveFile` */
  receive(c: Context, expected: Omit<ExpectedFile, 'folder'>): Promise<ReceivedFile>;
  readonly originals: Originals;
  /** The perceptual hashes of a stored photo, read from one of its files; null if that is gone. */
  hash(key: string): Promise<PhotoHashes | null>;
  /** A copy of a stored photo in a few kilobytes, as a `data:` URL; null if it is gone. */
  shrink(key: string): Promise<string | null>;
  refreshWithheld(): Promise<void>;
  discard(keys: string[]): Promise<void>;
  readonly portraits: Portraits;
  readonly chatImages: ChatImages;
  readonly instancePictures: InstancePictures;
  personalData: PersonalPart;
  check(): Promise<void>;
  close(): Promise<void>;
}

export function createUploads({
  config,
  db,
  log,
  urlKey,
  present = () => ({ logo: '', icon: '' }),
  ...rendering
}: {
  config: Pick<Config, 'dataDir'> & { s3?: S3Settings | null; redisUrl?: string | null };
  db: Database;
  log: Logger;
  urlKey: Uint8Array;
  present?: PresentPictures;
} & RenderingHooks): Uploads {
  const folder = join(config.dataDir, 'media');
  const onDisk = () => {
    const disk = createDiskStore(folder);
    // Other nodes may share the folder, and what they remove would stay in this one's memory.
    return config.redisUrl ? disk : cacheSmallFiles(disk);
  };
  const store = config.s3 ? createS3Store(config.s3, log) : onDisk();
  const incoming = join(config.dataDir, 'incoming');
  const uploading = { db, store, render: createRendering(rendering) };
  const takeIn = createReceivePicture(uploading, incoming);
  const urls = createPrivateUrls(urlKey);
  const withheld = followWithheld(db, log);
  const discard = (keys: string[]) => discardUnused(db, store, keys);

  const sweeping = startSweeping({ db, store, log, temporary: [incoming, temporaryFolderOf(folder)] });

  return {
    mount: (app) => serveMedia(app, { store, urls, withheld, present }),
    routes: (api) => uploadRoutes(api, takeIn),
    async add(actor, file) {
      const newKey = (name: string, at: Date) => newPhotoKey(actor.id, name, at);
      const { key, ...shown } = await addPhoto(uploading, actor, file, { kind: 'listingPhoto', newKey });
      return { url: mediaUrl(key), ...shown };
    },
    read: (key) => bytesOf(store, key),
    receive: (c, expected) => receiveFile(c, { ...expected, folder: incoming }),
    originals: createOriginals(uploading, incoming),
    hash: (key) => hashStored(store, key),
    shrink: (key) => shrinkStored(store, key),
    discard,
    portraits: createPortraits({ ...uploading, folder: incoming }),
    chatImages: createChatImages(takeIn, urls, { discard, read: (key) => bytesOf(store, key) }),
    instancePictures: createInstancePictures(uploading, incoming),
    personalData: uploadsPart(db, store),
    check: store.check,
    refreshWithheld: withheld.refresh,
    async close() {
      await Promise.all([withheld.close(), sweeping.close()]);
    },
  };
}
