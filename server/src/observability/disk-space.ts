import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { sqliteFile } from '../db/open.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Logger } from './log.ts';

/** Below this free share, a disk counts as nearly full. */
const LOW = 0.05;
const LOOK_MS = 60_000;

/** The folders on this machine in which something is stored. */
export function storageFolders({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string[] {
  const file = sqliteFile(databaseUrl);
  return [...new Set([resolve(dataDir), ...(file === null ? [] : [dirname(resolve(file))])])];
}

/** Bytes that this user may still write, and all bytes open to this user: the system's reserve is in neither. */
async function roomIn(folder: string): Promise<{ free: number; total: number }> {
  const { bsize, bavail, bfree, blocks } = await statfs(folder);
  return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize };
}

/** Warns the operator in the log when the disk of one of these folders is about to be full. */
export function watchDiskSpace(folders: string[], log: Logger) {
  const low = new Set<string>();

  async function look(): Promise<void> {
    for (const folder of folders) {
      const { free, total } = await roomIn(folder);
      const isLow = free < total * LOW;
      if (isLow && !low.has(folder)) {
        log.warn({ folder, free, total }, 'The disk is nearly full: soon nothing can be stored any more.');
      }
      if (isLow) low.add(folder);
      else low.delete(folder);
    }
  }
  return {
    /** Throws when one of the disks is nearly full. */
    async check(): Promise<void> {
      await look();
      if (low.size > 0) throw new Error('the disk is nearly full');
    },
    close: repeat(LOOK_MS, look, log),
  };
}
