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
  isBeforeSecondStep?: boolean | undefined;
}

/** @throws unauthorized for a token or session that has ended, insufficient_aal before a due two-step code */
export type Authenticate = (token: string, options?: AuthenticateOptions) => Promise<Actor>;
