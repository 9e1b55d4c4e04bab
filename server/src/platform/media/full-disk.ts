import { AppError } from '../core/errors.ts';

const FULL_DISK = ['ENOSPC', 'EDQUOT'];
const RETRY_SECONDS = 300;

/** Turns a full-disk error into one that may be shown to the uploader; returns other errors unchanged. */
export function describeFullDisk(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && FULL_DISK.includes(String(error.code)))) return error;
  return new AppError('unavailable', 'Photos cannot be saved at the moment. Please try again later.', {
    retryAfter: RETRY_SECONDS,
    cause: error,
  });
}
