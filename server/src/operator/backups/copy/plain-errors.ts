import { AppError } from '../../../platform/core/errors.ts';
import { isDiskFull } from '../../../platform/db/disk-failure.ts';

/** Messages for the errors that an operator can fix, by error code. */
const MESSAGES: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is exhausted',
  EACCES: 'No permission for a folder or file',
  EPERM: 'No permission for a folder or file',
  EROFS: 'The disk is read-only',
  ENOTDIR: 'A path that should be a folder is a file',
  ECONNREFUSED: 'The database does not respond',
  '28P01': 'The database rejects the password',
};

/** Waits for `work`. @throws AppError in plain words where an operator can fix the cause, else what `work` throws. */
export async function withPlainErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const plain = isDiskFull(error) ? MESSAGES.ENOSPC : MESSAGES[code];
    if (error instanceof AppError || !plain) throw error;
    throw new AppError('unavailable', `${plain}: ${(error as Error).message}`, { cause: error });
  }
}
