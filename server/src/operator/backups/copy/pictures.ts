import { createWriteStream } from 'node:fs';
import { link, lstat, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { NeutralRow } from '../../../platform/db/snapshot/shapes.ts';
import { createDiskStore } from '../../../platform/media/disk-store.ts';
import { fileKeys, isMediaKey } from '../../../platform/media/media-key.ts';
import type { MediaStore } from '../../../platform/media/media-store.ts';
import { createS3Store } from '../../../platform/media/s3-store.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import { forEach } from './files.ts';
import { type CopySource, MEDIA } from './manifest.ts';
import type { Sum } from './sums.ts';

export function storeOf({ s3, dataDir }: CopySource, log: Logger): MediaStore {
  return s3 ? createS3Store(s3, log) : createDiskStore(join(dataDir, MEDIA));
}

const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

/** Hard-links a file, since pictures never change. @returns whether that worked */
async function linked(from: string, to: string): Promise<boolean> {
  if (!(await isFile(from))) return false;
  return link(from, to).then(
    () => true,
    () => false,
  );
}

interface UploadFile {
  key: string;
  /** Whether an item or a message shows the picture. */
  isUsed: boolean;
}

export interface PictureCopier {
  /** Copies the files of these uploads that are not in the copy yet. @returns those that the store does not have */
  copyAll(uploads: AsyncIterable<NeutralRow[]>): Promise<UploadFile[]>;
  /** Deletes copied files that belong to none of these uploads. */
  keepOnly(uploads: AsyncIterable<NeutralRow[]>): Promise<void>;
  /** The checksums of files that are part of the copy, but not in its folder. */
  sumsElsewhere(): Sum[];
}

/** @param earlier the folder of another copy: pictures that it has are linked, if it is on the same disk */
export function createPictureCopier(
  config: CopySource,
  log: Logger,
  folder: string,
  earlier?: string,
): PictureCopier {
  const store = storeOf(config, log);
  const media = join(folder, MEDIA);
  const linkable = [...(config.s3 ? [] : [config.dataDir]), ...(earlier === undefined ? [] : [earlier])];

  /** @returns whether the store has the file */
  async function copyFile(key: string): Promise<boolean> {
    const path = join(media, key);
    if (await isFile(path)) return true;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (const one of linkable) if (await linked(join(one, MEDIA, key), path)) return true;
    const file = await store.read(key);
    if (!file) return false;
    const part = `${path}.part`;
    await pipeline(
      // Node's type for its web streams differs from the global one; the streams are the same.
      Buffer.isBuffer(file.body) ? Readable.from([file.body]) : Readable.fromWeb(file.body as WebStream),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(part, path);
    return true;
  }

  return {
    copyAll: (uploads) => copyFilesOf(uploads, copyFile),

    async keepOnly(uploads) {
      const named = new Set<string>();
      for await (const { key } of filesOf(uploads)) named.add(key);
      const copied = createDiskStore(media);
      for await (const page of copied.list())
        for (const { key } of page) if (!named.has(key)) await copied.remove(key);
    },

    sumsElsewhere: () => [],
  };
}

export async function* filesOf(uploads: AsyncIterable<NeutralRow[]>): AsyncGenerator<UploadFile> {
  for await (const rows of uploads)
    for (const { key, used_at } of rows)
      for (const file of fileKeys(String(key)))
        if (isMediaKey(file)) yield { key: file, isUsed: used_at !== null };
}

/** Copies several files at once. @param copy returns whether the store has the file @returns missing files */
export async function copyFilesOf(
  uploads: AsyncIterable<NeutralRow[]>,
  copy: (key: string) => Promise<boolean>,
): Promise<UploadFile[]> {
  const missing: UploadFile[] = [];
  await forEach(filesOf(uploads), async (file) => {
    if (!(await copy(file.key))) missing.push(file);
  });
  return missing;
}
