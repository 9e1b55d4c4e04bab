import { AppError } from '../../../platform/core/errors.ts';

/** An error that the page shows below the file field. */
export function refuse(message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', message, { issues: [{ path: 'file', message }], cause });
}
