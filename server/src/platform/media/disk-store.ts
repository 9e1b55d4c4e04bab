import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, opendir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { sync, writeDurably } from '../core/durable-files.ts';
import { isMediaKey } from './media-key.ts';
import { LIST_PAGE_MAX, type ListedFile, type MediaStore, type StoredFile } from './media-store.ts';

/** Larger files are streamed. */
const WHOLE_MAX_BYTES = 64 * 1024;

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code));

/** The content of an open file, which is then closed. A small file is read at once, which saves a stream's CPU. */
async function contentOf(handle: FileHandle, size: number): Promise<StoredFile> {
  // Node's type for its web streams differs from the global one; the streams are the same.
  if (size > WHOLE_MAX_BYTES)
    return { size, body: Readable.toWeb(handle.createReadStream()) as WebStream as ReadableStream };
  try {
    const body = Buffer.allocUnsafeSlow(size);
    const { bytesRead } = await handle.read(body);
    if (bytesRead !== size) throw new Error('a picture changed while it was read');
    return { size, body };
  } finally {
    await handle.close();
  }
}

/** The folder for temporary files of the store in `folder`; a crashed process leaves some there. */
export function temporaryFolderOf(folder: string): string {
  return join(folder, '.incoming');
}

async function* filesIn(root: string): AsyncGenerator<ListedFile> {
  // Read entry by entry: the folder of a busy seller may be large.
  for await (const entry of await opendir(root, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const key = relative(root, path).split(sep).join('/');
    if (!entry.isFile() || !isMediaKey(key)) continue;
    // The file may have been removed meanwhile.
    const stats = await stat(path).catch(() => null);
    if (stats) yield { key, putAt: stats.mtime };
  }
}

export function createDiskStore(folder: string): MediaStore {
  const root = resolve(folder);
  const incoming = temporaryFolderOf(root);
  let realRoot: string | undefined;
  const pathOf = (key: string) => join(root, key);
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const parent = dirname(path);
      const created = await mkdir(parent, { recursive: true, mode: 0o700 });
      // A new name is durable only once its folder is synced, too.
      if (created) await sync(dirname(created));
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const temporary = join(incoming, randomUUID());
      try {
        await writeDurably(temporary, bytes);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await sync(parent);
    },

    async read(key) {
      const path = pathOf(key);
      try {
        // Keys cannot traverse out of the folder, but a symbolic link planted in it could.
        const realPath = await realpath(path);
        // Resolved again if it differs: the folder may be a link that an operator has changed.
        if (!realRoot || realPath !== join(realRoot, key)) realRoot = await realpath(root);
        if (realPath !== join(realRoot, key)) return null;
        const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
        const stats = await handle.stat();
        if (stats.isFile()) return await contentOf(handle, stats.size);
        await handle.close();
        return null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async *list(pageMax = LIST_PAGE_MAX) {
      let page: ListedFile[] = [];
      try {
        for await (const file of filesIn(root)) {
          page.push(file);
          if (page.length < pageMax) continue;
          yield page;
          page = [];
        }
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      if (page.length > 0) yield page;
    },

    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await access(root, constants.W_OK);
    },
  };
}
