import { AppError } from '../core/errors.ts';

/** Seconds after which somebody may have made room. */
const RETRY_SECONDS = 5;

/** SQLite's own code of an error, which the query builder may have wrapped into another error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_') ? code : codeOf(error.cause);
}

/** Whether another connection holds the lock that was asked for. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** Whether the disk is full. SQLite has no code of its own for failing to grow the shared-memory index of its log. */
export const isDiskFull = (error: unknown): boolean =>
  ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(codeOf(error));

/**
 * Whether the disk failed. What it holds is uncertain then: after a failed fsync the kernel treats the lost pages as
 * written, and a transaction that was reported as failed may be there after the next start.
 */
export const isDiskBroken = (error: unknown): boolean =>
  codeOf(error).startsWith('SQLITE_IOERR') && !isDiskFull(error);

/** The error for whoever wants to write while the disk is full. */
export const noRoom = (cause: unknown): AppError =>
  new AppError('unavailable', 'Nothing can be saved at the moment. Please try again later.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });
