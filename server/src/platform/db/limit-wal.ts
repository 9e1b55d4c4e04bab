import { statSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import type { Logger } from '../observability/log.ts';

/** Maximum size of the write-ahead log; a file of this size may remain. */
export const WAL_MAX_BYTES = 64 * 1024 * 1024;
const CHECK_MS = 5_000;

/** SQLite never shrinks its log; a long read in another program prevents the truncation. */
export function limitWal(writer: Sqlite, file: string, log: Logger): () => void {
  const size = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  let isWarned = false;
  const check = () => {
    if (size() <= WAL_MAX_BYTES) {
      if (isWarned) log.info('the write-ahead log was truncated again');
      isWarned = false;
      return;
    }
    let failure: unknown;
    try {
      // Waits for readers at most for the busy timeout, like any statement.
      writer.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      failure = error;
    }
    const bytes = size();
    if (bytes <= WAL_MAX_BYTES || isWarned) return;
    isWarned = true;
    log.warn(
      { bytes, file, ...(failure !== undefined && { err: failure }) },
      'The write-ahead log cannot be truncated and fills the disk: does another program hold a long read transaction?',
    );
  };
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
