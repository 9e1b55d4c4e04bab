/** The signed-in person on whose behalf a request runs. */
export interface Actor {
  id: string;
  username: string;
  /** The storage URL of their picture. */
  profileImageUrl: string | null;
  isAdmin: boolean;
  sessionId: string;
  /** When the access token ends. */
  expiresAt: Date;
}

export interface AuthenticateOptions {
  /** Enough for this call: somebody who has a second step and has not entered its code yet. */
  isBeforeSecondStep?: boolean | undefined;
}

/**
 * Checks an access token and finds the person it was issued to.
 * Throws `unauthorized` when it is malformed, expired or its session has ended, and `insufficient_aal` when the person
 * has a second step to their sign-in whose code this session still lacks.
 */
export type Authenticate = (token: string, options?: AuthenticateOptions) => Promise<Actor>;
