import { open } from 'node:fs/promises';

/** Only this user may read it; synced to disk when it resolves. @throws when the file exists */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a file's content, or a folder's entries, to disk (fsync). */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
