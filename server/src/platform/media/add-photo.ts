import type { Actor } from '../core/actor.ts';
import type { Database } from '../db/database.ts';
import type { StoredPhoto } from '../db/stored-photo.ts';
import { variantKey } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import type { Render } from './rendering.ts';
import { storeUpload } from './store-upload.ts';

export interface UploadParts {
  db: Database;
  store: MediaStore;
  render: Render;
}

export interface NewPhoto {
  kind: 'photo' | 'listingPhoto';
  newKey(name: string, at: Date): string;
}

/** Settles only after every put has settled, so that no file arrives after the others were removed. */
async function putAll(store: MediaStore, key: string, variants: Map<number, Buffer>): Promise<void> {
  const puts = [...variants].map(([width, bytes]) => store.put(variantKey(key, width), bytes));
  for (const put of await Promise.allSettled(puts)) if (put.status === 'rejected') throw put.reason;
}

/** An item or a message may claim it within a day. @throws as `Render` */
export async function addPhoto(
  { db, store, render }: UploadParts,
  actor: Pick<Actor, 'id'>,
  file: { path: string; name: string },
  { kind, newKey }: NewPhoto,
): Promise<StoredPhoto> {
  const { variants, hashes, ...shown } = { hashes: null, ...(await render(kind, file.path, actor.id)) };
  const createdAt = new Date();
  const key = newKey(file.name, createdAt);
  const bytes = [...variants.values()].reduce((sum, variant) => sum + variant.byteLength, 0);
  await storeUpload({ db, store }, { ...shown, ...hashes, key, ownerId: actor.id, bytes, createdAt }, () =>
    putAll(store, key, variants),
  );
  return { key, ...shown };
}
