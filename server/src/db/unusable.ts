import { statfsSync } from 'node:fs';

/** Why a database cannot be used, in one line for the person who starts the server. */
export class UnusableDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableDatabase';
  }
}

/** With less than this free a disk is as good as full: SQLite grows its files in steps. */
const FULL_BYTES = 128 * 1024;

/** Bytes that may still be written to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The message of an error, noting a full disk: SQLite's own messages say only what it could not do. */
export function reasonOf(error: unknown, folder: string): string {
  const said = error instanceof Error ? error.message : String(error);
  return freeBytes(folder) < FULL_BYTES ? `${said}: the disk is full` : said;
}
