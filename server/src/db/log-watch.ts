import { statSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import type { Logger } from '../observability/log.ts';

/** How long the write-ahead log may get, in bytes; a file of this size may stay. */
export const WAL_MAX_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 5_000;

/**
 * Truncates a write-ahead log that has grown long, which SQLite by itself leaves at its greatest length. A long read in
 * another program can prevent that; then the operator is warned. @returns how to stop.
 */
export function watchLog(writer: Sqlite, file: string, log: Logger): () => void {
  const size = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  let isTold = false;
  const look = () => {
    if (size() <= WAL_MAX_BYTES) {
      if (isTold) log.info('the log of the database is short again');
      isTold = false;
      return;
    }
    let failure: unknown;
    try {
      // Waits for readers no longer than the busy timeout, as any statement does.
      writer.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      failure = error;
    }
    const bytes = size();
    if (bytes <= WAL_MAX_BYTES || isTold) return;
    isTold = true;
    log.warn(
      { bytes, file, ...(failure !== undefined && { err: failure }) },
      'The log of the database cannot be shortened and takes up the disk: is another program reading from it for long?',
    );
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
}
