/** The signed-in member on whose behalf a request runs. */
export interface Actor {
  id: string;
  username: string;
  /** Storage URL of the profile picture. */
  profileImageUrl: string | null;
  isAdmin: boolean;
  sessionId: string;
  /** When the access token expires. */
  expiresAt: Date;
}

export interface AuthenticateOptions {
  /** Accepts a session whose two-step code has not been entered yet. */
  isBeforeSecondStep?: boolean | undefined;
}

/**
 * Verifies an access token and returns the member it was issued to.
 * Throws `unauthorized` if it is malformed or expired or its session has ended, and `insufficient_aal` if the member
 * uses two-step sign-in and this session has not entered the code yet.
 */
export type Authenticate = (token: string, options?: AuthenticateOptions) => Promise<Actor>;
