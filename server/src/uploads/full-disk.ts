import { AppError } from '../core/errors.ts';

const FULL_DISK = ['ENOSPC', 'EDQUOT'];
const RETRY_SECONDS = 300;

/** Turns the error of a full disk into a refusal that the sender may read; other errors stay as they are. */
export function reportedFullDisk(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && FULL_DISK.includes(String(error.code)))) return error;
  return new AppError('unavailable', 'Photos cannot be saved at the moment. Please try again later.', {
    retryAfter: RETRY_SECONDS,
    cause: error,
  });
}
