import { AppError } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import type { StoredPhoto } from '../db/stored-photo.ts';
import { keyOfUrl, portraitKeyOfUrl } from './media-key.ts';
import { takeUpload } from './queries.ts';

const photosUnusable = (path: string) =>
  new AppError('invalid_input', 'Please upload these photos again.', {
    issues: [{ path, message: 'Please upload this photo again.' }],
  });

const pictureUnusable = () => new AppError('invalid_input', 'Please upload this picture again.');

/**
 * Each upload can be claimed once; if two items race for one, the database decides.
 * @throws invalid_input unless each URL is that of an unused upload by this member on this instance
 */
export async function claimUploads(
  tx: Tx,
  ownerId: string,
  urls: readonly string[],
  at: Date,
  path = 'images',
): Promise<StoredPhoto[]> {
  const keys = urls.map(keyOfUrl);
  const photos = new Map<string | null, StoredPhoto>();
  // In the order of the keys, so that overlapping claims cannot deadlock.
  for (const key of keys.toSorted()) {
    const [photo] = key === null ? [] : await takeUpload(tx, { key, ownerId, at });
    if (!photo) throw photosUnusable(path);
    photos.set(key, photo);
  }
  return keys.flatMap((key) => photos.get(key) ?? []);
}

/** @throws invalid_input when the key is not that of their own unused picture */
export async function claimPortrait(tx: Tx, ownerId: string, key: string, at: Date): Promise<void> {
  const taken = await takeUpload(tx, { key, ownerId, at });
  if (taken.length === 0) throw pictureUnusable();
}

/** The key of the profile picture at a URL. @throws invalid_input when it is not this member's. */
export function portraitKey(url: string, ownerId: string): string {
  const key = portraitKeyOfUrl(url, ownerId);
  if (key === null) throw pictureUnusable();
  return key;
}
