import { AppError } from '../errors.ts';

/** Seconds after which somebody may have made room. */
const RETRY_SECONDS = 5;

/** SQLite's own code of an error, which the query builder wraps into one of its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_') ? code : codeOf(error.cause);
}

/** Whether another connection holds the lock that was asked for. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** Whether there was no room to write. SQLite tells of the index of its log, which is small, as of any other failure. */
export const isDiskFull = (error: unknown): boolean =>
  ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(codeOf(error));

/**
 * Whether the disk failed. What it holds is unsure then: after a failed sync the system takes what it could not write for
 * written, and what was told as failed may be there after the next start.
 */
export const isDiskBroken = (error: unknown): boolean =>
  codeOf(error).startsWith('SQLITE_IOERR') && !isDiskFull(error);

/** What whoever wanted to write is told of a full disk. */
export const noRoom = (cause: unknown): AppError =>
  new AppError('unavailable', 'There is no room to store anything at the moment. Please try again later.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });
