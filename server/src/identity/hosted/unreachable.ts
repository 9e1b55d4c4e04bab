import { AppError } from '../../core/errors.ts';

export const RETRY_SECONDS = 5;

/** The error when the provider has to be asked and does not answer; clients stay signed in over it. */
export const unreachable = (cause?: unknown) =>
  new AppError('unavailable', 'Sign-in is unavailable at the moment. Please try again.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });
