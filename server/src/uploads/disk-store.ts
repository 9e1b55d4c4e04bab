import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { MediaStore, StoredFile } from './media-store.ts';

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code));

/** A name is on disk only when its folder has been synced too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Keeps pictures as files under `folder`, readable by this user of the machine only. */
export function createDiskStore(folder: string): MediaStore {
  const root = resolve(folder);
  const pathOf = (key: string) => join(root, key);
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const parent = dirname(path);
      const created = await mkdir(parent, { recursive: true, mode: 0o700 });
      if (created) await syncFolder(dirname(created));
      const temporary = `${path}.${randomUUID()}.tmp`;
      try {
        await writeDurably(temporary, bytes);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(parent);
    },

    async read(key) {
      const path = pathOf(key);
      try {
        // Keys cannot climb out of the folder, but a link planted in it could lead out.
        if ((await realpath(path)) !== join(await realpath(root), key)) return null;
        const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
        const stats = await handle.stat();
        if (!stats.isFile()) {
          await handle.close();
          return null;
        }
        // Node types its web streams apart from the global ones; they are the same.
        const body = Readable.toWeb(handle.createReadStream()) as WebStream as StoredFile['body'];
        return { size: stats.size, body };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
