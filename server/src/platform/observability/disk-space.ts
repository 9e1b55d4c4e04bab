import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { sqliteFile } from '../db/open.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Logger } from './log.ts';

const MIN_FREE_SHARE = 0.05;
const CHECK_MS = 60_000;

export function storageFolders({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string[] {
  const file = sqliteFile(databaseUrl);
  return [...new Set([resolve(dataDir), ...(file === null ? [] : [dirname(resolve(file))])])];
}

/** Free and total bytes for this user, both without the system's reserve. */
async function freeSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bsize, bavail, bfree, blocks } = await statfs(folder);
  return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize };
}

export function watchDiskSpace(folders: string[], log: Logger) {
  const low = new Set<string>();

  async function checkFolders(): Promise<void> {
    for (const folder of folders) {
      const { free, total } = await freeSpace(folder);
      const isLow = free < total * MIN_FREE_SHARE;
      if (isLow && !low.has(folder)) {
        log.warn({ folder, free, total }, 'The disk is nearly full: writes will soon fail.');
      }
      if (isLow) low.add(folder);
      else low.delete(folder);
    }
  }
  return {
    async check(): Promise<void> {
      await checkFolders();
      if (low.size > 0) throw new Error('the disk is nearly full');
    },
    close: repeat(CHECK_MS, checkFolders, log),
  };
}
