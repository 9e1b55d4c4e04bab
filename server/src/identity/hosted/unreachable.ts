import { AppError } from '../../platform/core/errors.ts';

export const RETRY_SECONDS = 5;

/** The error when the provider is needed and does not respond; clients stay signed in. */
export function unreachable(cause?: unknown) {
  return new AppError('unavailable', 'Sign-in is unavailable at the moment. Please try again.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
