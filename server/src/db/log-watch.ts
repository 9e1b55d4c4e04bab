import { statSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import type { Logger } from '../log.ts';

/** What the write-ahead log may come to, in bytes; as much of it may stay. */
export const WAL_MAX_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 5_000;

/**
 * Gives the room of a long write-ahead log back, which SQLite by itself leaves as long as it ever was. Somebody who
 * reads for long, in another program, keeps it from that; the operator is told. @returns how to stop.
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
      // It waits for readers no longer than any statement does.
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
