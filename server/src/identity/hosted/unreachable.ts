import { AppError } from '../../errors.ts';

export const RETRY_SECONDS = 5;

/** The provider has to be asked and does not answer: nobody is signed out by that. */
export const unreachable = (cause?: unknown) =>
  new AppError('unavailable', 'Signing in does not work at the moment. Please try again.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });
