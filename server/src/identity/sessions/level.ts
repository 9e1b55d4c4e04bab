import { AppError } from '../../platform/core/errors.ts';

/** The assurance level of a sign-in: one factor, or two. */
export type Level = 'aal1' | 'aal2';

/**
 * The lower of the levels that an access token and its session prove: the session may have lost its level
 * since the token was signed, and a token from before the code was entered stays at the first level.
 */
export function provenLevel(token: { aal: string }, session: { aal: string }): Level {
  return token.aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1';
}

export function secondStepMissing() {
  return new AppError('insufficient_aal', 'Complete two-step sign-in first.');
}
