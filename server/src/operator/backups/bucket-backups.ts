import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AppError } from '../../platform/core/errors.ts';
import type { Bucket } from './bucket.ts';
import { forEach, sumOf } from './copy/files.ts';
import { isPicture, MANIFEST, MEDIA, SUMS } from './copy/manifest.ts';
import { parseSums, readSums, type Sum } from './copy/sums.ts';
import { namedBackup } from './name.ts';
import { type Backup, newestFirst } from './retention.ts';

const BACKUPS = 'backups/';

export function keyOf(backup: string, file: string): string {
  return `${BACKUPS}${backup}/${file}`;
}

export async function keysByName(bucket: Bucket): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const key of bucket.keys(BACKUPS)) {
    const name = key.slice(BACKUPS.length).split('/')[0] ?? '';
    if (namedBackup(name)) found.set(name, [...(found.get(name) ?? []), key]);
  }
  return found;
}

/** The backups that are complete, of these keys by name. */
export function completeIn(keys: Map<string, string[]>): Backup[] {
  return [...keys].flatMap(([name, all]) =>
    all.includes(keyOf(name, MANIFEST)) ? (namedBackup(name) ?? []) : [],
  );
}

async function read(bucket: Bucket, key: string): Promise<Readable> {
  const body = await bucket.read(key);
  if (!body) throw new AppError('not_found', `There is no ${key} in ${bucket.place}.`);
  // Node's type for its web streams differs from the global one; the streams are the same.
  return Readable.fromWeb(body as WebStream);
}

async function* sumsOf(bucket: Bucket, backup: string): AsyncGenerator<Sum> {
  yield* parseSums(await read(bucket, keyOf(backup, SUMS)));
}

/** The pictures in the bucket with their checksums, as the newest backup names them. */
export async function knownPictures(bucket: Bucket): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const [newest] = newestFirst(completeIn(await keysByName(bucket)));
  if (!newest) return known;
  const stored = new Set<string>();
  for await (const key of bucket.keys(`${MEDIA}/`)) stored.add(key);
  for await (const { name, sum } of sumsOf(bucket, newest.name)) if (stored.has(name)) known.set(name, sum);
  return known;
}

/** Uploads everything but the pictures, and reads it back; the manifest makes the backup complete. */
export async function upload(bucket: Bucket, folder: string, backup: string): Promise<void> {
  const files = [SUMS];
  for await (const { name } of readSums(folder)) if (!isPicture(name)) files.push(name);
  for (const name of [...files, MANIFEST]) {
    const key = keyOf(backup, name);
    const sum = await sumOf(join(folder, name));
    await bucket.putFile(key, join(folder, name), sum);
    const hash = createHash('sha256');
    await pipeline(await read(bucket, key), hash);
    if (hash.digest('hex') !== sum) throw new AppError('internal', `The bucket returned another ${key}.`);
  }
}

/** Removes the pictures that none of these backups has. */
export async function removePictures(bucket: Bucket, remaining: Backup[]): Promise<void> {
  const named = new Set<string>();
  for (const backup of remaining)
    for await (const { name } of sumsOf(bucket, backup.name)) if (isPicture(name)) named.add(name);
  for await (const key of bucket.keys(`${MEDIA}/`)) if (!named.has(key)) await bucket.remove(key);
}

export async function download(bucket: Bucket, backup: string, folder: string): Promise<void> {
  const fetchTo = async (key: string, name: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    await pipeline(await read(bucket, key), createWriteStream(join(folder, name), { mode: 0o600 }));
  };
  for (const name of [MANIFEST, SUMS]) await fetchTo(keyOf(backup, name), name);
  await forEach(readSums(folder), ({ name }) => fetchTo(isPicture(name) ? name : keyOf(backup, name), name));
}
