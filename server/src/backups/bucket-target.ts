import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../observability/log.ts';
import type { S3Settings } from '../uploads/s3-settings.ts';
import { openBucket } from './bucket.ts';
import { createPictureUploader } from './bucket-pictures.ts';
import { forEach, sumOf } from './copy/files.ts';
import { databaseForm, fillCopy } from './copy/make-copy.ts';
import { type CopySource, isPicture, MANIFEST, MEDIA, SUMS } from './copy/manifest.ts';
import { requireEmpty, restoreCopy } from './copy/restore-copy.ts';
import { parseSums, readSums } from './copy/sums.ts';
import { verifyCopy } from './copy/verify-copy.ts';
import { namedBackup } from './name.ts';
import { type Backup, newestFirst } from './retention.ts';
import type { Target } from './target.ts';

const BACKUPS = 'backups/';

/**
 * Backups in a bucket, each under `backups/<name>/` with its manifest uploaded last. All share the pictures under
 * `media/`, each of which is uploaded once.
 */
export function openBucketTarget(config: CopySource, log: Logger, settings: S3Settings): Target {
  const bucket = openBucket(settings, log);
  const keyOf = (backup: string, file: string) => `${BACKUPS}${backup}/${file}`;

  /** The keys of every backup's objects, by its name. */
  async function keysByName(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for await (const key of bucket.keys(BACKUPS)) {
      const name = key.slice(BACKUPS.length).split('/')[0] ?? '';
      if (namedBackup(name)) found.set(name, [...(found.get(name) ?? []), key]);
    }
    return found;
  }

  const completeIn = (keys: Map<string, string[]>): Backup[] =>
    [...keys].flatMap(([name, all]) =>
      all.includes(keyOf(name, MANIFEST)) ? (namedBackup(name) ?? []) : [],
    );

  async function read(key: string): Promise<Readable> {
    const body = await bucket.read(key);
    if (!body) throw new AppError('not_found', `The bucket ${settings.bucket} has no ${key}.`);
    // Node's type for its web streams differs from the global one; the streams are the same.
    return Readable.fromWeb(body as WebStream);
  }

  const sumsOf = async function* (name: string) {
    yield* parseSums(await read(keyOf(name, SUMS)));
  };

  /** The pictures in the bucket with their checksums, as the newest backup names them. */
  async function knownPictures(): Promise<Map<string, string>> {
    const known = new Map<string, string>();
    const [newest] = newestFirst(completeIn(await keysByName()));
    if (!newest) return known;
    const stored = new Set<string>();
    for await (const key of bucket.keys(`${MEDIA}/`)) stored.add(key);
    for await (const { name, sum } of sumsOf(newest.name)) if (stored.has(name)) known.set(name, sum);
    return known;
  }

  /** Uploads everything but the pictures, and reads it back; the manifest makes the backup complete. */
  async function upload(folder: string, backup: string): Promise<void> {
    const files = [SUMS];
    for await (const { name } of readSums(folder)) if (!isPicture(name)) files.push(name);
    for (const name of [...files, MANIFEST]) {
      const key = keyOf(backup, name);
      const sum = await sumOf(join(folder, name));
      await bucket.putFile(key, join(folder, name), sum);
      const hash = createHash('sha256');
      await pipeline(await read(key), hash);
      if (hash.digest('hex') !== sum) throw new AppError('internal', `The bucket returned another ${key}.`);
    }
  }

  /** Removes the pictures that none of these backups has. */
  async function removePictures(remaining: Backup[]): Promise<void> {
    const named = new Set<string>();
    for (const backup of remaining)
      for await (const { name } of sumsOf(backup.name)) if (isPicture(name)) named.add(name);
    for await (const key of bucket.keys(`${MEDIA}/`)) if (!named.has(key)) await bucket.remove(key);
  }

  async function download(backup: string, folder: string): Promise<void> {
    const fetchTo = async (key: string, name: string) => {
      await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
      await pipeline(await read(key), createWriteStream(join(folder, name), { mode: 0o600 }));
    };
    for (const name of [MANIFEST, SUMS]) await fetchTo(keyOf(backup, name), name);
    await forEach(readSums(folder), ({ name }) =>
      fetchTo(isPicture(name) ? name : keyOf(backup, name), name),
    );
  }

  /** Runs `work` with an empty folder in `dataDir`, which is removed afterwards. */
  async function withFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(config.dataDir, name);
    const remove = () => rm(folder, { recursive: true, force: true });
    await remove();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return work(folder).finally(remove);
  }

  return {
    place: `the bucket ${settings.bucket} at ${settings.endpoint}`,
    list: async () => completeIn(await keysByName()),

    make: (name) =>
      withFolder('backup.partial', async (folder) => {
        const pictures = createPictureUploader(config, log, bucket, await knownPictures());
        const { manifest } = await fillCopy(config, pictures, folder, databaseForm(config.databaseUrl));
        const uploaded = new Set(pictures.sumsElsewhere().map((one) => one.name));
        await verifyCopy(folder, manifest, uploaded);
        for await (const key of bucket.keys(`${MEDIA}/`)) uploaded.delete(key);
        const [lost] = uploaded;
        if (lost) throw new AppError('internal', `The bucket has lost ${lost}.`);
        await upload(folder, name);
        return manifest;
      }),

    async remove(backups) {
      const keys = await keysByName();
      const expired = new Set(backups.map(({ name }) => name));
      const remaining = completeIn(keys).filter(({ name }) => !expired.has(name));
      const complete = new Set(remaining.map(({ name }) => name));
      const obsolete = [...keys].filter(([name]) => !complete.has(name));
      for (const [name, all] of obsolete) {
        // The manifest first: without it, the rest no longer counts as a backup.
        await bucket.remove(keyOf(name, MANIFEST));
        for (const key of all) await bucket.remove(key);
      }
      if (obsolete.length > 0) await removePictures(remaining);
    },

    restore: async (name) => {
      await requireEmpty(config);
      return withFolder('restore.partial', async (folder) => {
        await download(name, folder);
        return restoreCopy(config, log, folder);
      });
    },

    async tryOut() {
      const bytes = new TextEncoder().encode('trial');
      await bucket.put('backups/trial', bytes, createHash('sha256').update(bytes).digest('hex'));
      await bucket.remove('backups/trial');
    },
  };
}
