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

/**
 * Checks an access token and finds the person it was issued to.
 * Throws `unauthorized` when it is malformed, expired or its session has ended.
 */
export type Authenticate = (token: string) => Promise<Actor>;
