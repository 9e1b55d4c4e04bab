import { AppError } from '../errors.ts';

/** How much of a sign-in is proven: by one thing, or by a second factor as well. */
export type Level = 'aal1' | 'aal2';

/**
 * What an access token and the session that it belongs to prove together. The token was signed before the session may
 * have lost its level, and one that was signed before the code was entered is still worth no more.
 */
export const provenLevel = (token: { aal: string }, session: { aal: string }): Level =>
  token.aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1';

/** What somebody hears whose session has yet to enter its code. */
export const secondStepMissing = () =>
  new AppError('insufficient_aal', 'Enter the code of your authenticator app first.');
