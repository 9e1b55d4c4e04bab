import { AppError } from '../core/errors.ts';

/** Clients retry after this many seconds: disk space may have been freed by then. */
const RETRY_SECONDS = 5;

/** The SQLite code of an error, which the query builder may have wrapped. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_') ? code : codeOf(error.cause);
}

export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** Whether the disk is full. SQLite has no specific code for failing to grow the shared-memory index of its WAL. */
export function isDiskFull(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(codeOf(error));
}

/** After a failed fsync the kernel treats lost pages as written, so the disk's content is uncertain. */
export function isDiskBroken(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_IOERR') && !isDiskFull(error);
}

export function diskFullError(cause: unknown): AppError {
  return new AppError('unavailable', 'Nothing can be saved at the moment. Please try again later.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
