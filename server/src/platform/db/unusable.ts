import { statfsSync } from 'node:fs';

export class UnusableDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableDatabase';
  }
}

/** A disk with less free space counts as full, because SQLite grows its files in steps. */
const FULL_BYTES = 128 * 1024;

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** An error's message, plus a note if the disk is full, which SQLite's own messages do not mention. */
export function reasonOf(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return freeBytes(folder) < FULL_BYTES ? `${message}: the disk is full` : message;
}
