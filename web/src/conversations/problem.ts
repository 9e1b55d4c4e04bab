import type { Problem } from '@selvedge/shared/errors';

/** What a call that rejected was refused for; without an answer it was the connection. */
export const toProblem = (error: unknown): Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error
    ? (error as Problem)
    : { code: 'unavailable', message: 'No connection. Please try again.' };
