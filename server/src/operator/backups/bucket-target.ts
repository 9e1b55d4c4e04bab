import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../platform/core/errors.ts';
import type { S3Settings } from '../../platform/media/s3-settings.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { openBucket } from './bucket.ts';
import {
  completeIn,
  download,
  keyOf,
  keysByName,
  knownPictures,
  removePictures,
  upload,
} from './bucket-backups.ts';
import { createPictureUploader } from './bucket-pictures.ts';
import { databaseForm, fillCopy } from './copy/make-copy.ts';
import { type CopySource, MANIFEST, MEDIA } from './copy/manifest.ts';
import { requireEmpty, restoreCopy } from './copy/restore-copy.ts';
import { verifyCopy } from './copy/verify-copy.ts';
import type { Target } from './target.ts';

/** Runs `work` with an empty folder, which is removed afterwards. */
async function withEmptyFolder<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return work(folder).finally(remove);
}

/**
 * Backups in a bucket, each under `backups/<name>/` with its manifest uploaded last. All share the pictures under
 * `media/`, each of which is uploaded once.
 */
export function openBucketTarget(config: CopySource, log: Logger, settings: S3Settings): Target {
  const bucket = openBucket(settings, log);
  const withFolder = <T>(name: string, work: (folder: string) => Promise<T>) =>
    withEmptyFolder(join(config.dataDir, name), work);

  return {
    place: bucket.place,
    list: async () => completeIn(await keysByName(bucket)),

    make: (name) =>
      withFolder('backup.partial', async (folder) => {
        const pictures = createPictureUploader(config, log, bucket, await knownPictures(bucket));
        const { manifest } = await fillCopy(config, pictures, folder, databaseForm(config.databaseUrl));
        const uploaded = new Set(pictures.sumsElsewhere().map((one) => one.name));
        await verifyCopy(folder, manifest, uploaded);
        for await (const key of bucket.keys(`${MEDIA}/`)) uploaded.delete(key);
        const [lost] = uploaded;
        if (lost) throw new AppError('internal', `The bucket has lost ${lost}.`);
        await upload(bucket, folder, name);
        return manifest;
      }),

    async remove(backups) {
      const keys = await keysByName(bucket);
      const expired = new Set(backups.map(({ name }) => name));
      const remaining = completeIn(keys).filter(({ name }) => !expired.has(name));
      const complete = new Set(remaining.map(({ name }) => name));
      const obsolete = [...keys].filter(([name]) => !complete.has(name));
      for (const [name, all] of obsolete) {
        // The manifest first: without it, the rest no longer counts as a backup.
        await bucket.remove(keyOf(name, MANIFEST));
        for (const key of all) await bucket.remove(key);
      }
      if (obsolete.length > 0) await removePictures(bucket, remaining);
    },

    restore: async (name) => {
      await requireEmpty(config);
      return withFolder('restore.partial', async (folder) => {
        await download(bucket, name, folder);
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
