import { AppError } from '../../../platform/core/errors.ts';

/** What the page shows beside the field of the file. */
export function refuse(message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', message, { issues: [{ path: 'file', message }], cause });
}
