import { createHash } from 'node:crypto';
import type { Logger } from '../../platform/observability/log.ts';
import type { Bucket } from './bucket.ts';
import { type CopySource, MEDIA } from './copy/manifest.ts';
import { copyFilesOf, filesOf, type PictureCopier, storeOf } from './copy/pictures.ts';

/**
 * Copies pictures into a bucket in which all backups share them: they never change, and no name is reused.
 * @param known the checksums of the pictures that the bucket has, by name
 */
export function createPictureUploader(
  config: CopySource,
  log: Logger,
  bucket: Bucket,
  known: ReadonlyMap<string, string>,
): PictureCopier {
  const store = storeOf(config, log);
  const sums = new Map<string, string>();

  /** Uploads one file, unless the bucket has it. @returns whether the instance's own store has it. */
  async function upload(key: string): Promise<boolean> {
    const name = `${MEDIA}/${key}`;
    const before = sums.get(name) ?? known.get(name);
    if (before !== undefined) {
      sums.set(name, before);
      return true;
    }
    const file = await store.read(key);
    if (!file) return false;
    const bytes = new Uint8Array(await new Response(file.body).arrayBuffer());
    const sum = createHash('sha256').update(bytes).digest('hex');
    await bucket.put(name, bytes, sum);
    sums.set(name, sum);
    return true;
  }

  return {
    copyAll: (uploads) => copyFilesOf(uploads, upload),

    async keepOnly(uploads) {
      const named = new Set<string>();
      for await (const { key } of filesOf(uploads)) named.add(`${MEDIA}/${key}`);
      for (const name of sums.keys()) if (!named.has(name)) sums.delete(name);
    },

    sumsElsewhere: () => [...sums].map(([name, sum]) => ({ name, sum })),
  };
}
