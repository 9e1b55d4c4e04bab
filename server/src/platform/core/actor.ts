import type { Scope } from '@selvedge/shared/platform/scope';

export interface Actor {
  id: string;
  username: string;
  /** Storage URL of the profile picture. */
  profileImageUrl: string | null;
  isAdmin: boolean;
  /** Of an API key: its id. */
  sessionId: string;
  /** When the access token or the API key expires. */
  expiresAt: Date;
  /** Only of an API key, which acts for the member within these. */
  scopes?: readonly Scope[];
}

export interface AuthenticateOptions {
  isBeforeSecondStep?: boolean | undefined;
  /** The client's address, which is noted as that of the API key's last use. */
  address?: () => string;
}

/**
 * Takes an access token or an API key, which has a budget of its own. @throws unauthorized for a token, session or key
 * that has ended, insufficient_aal before a due two-step code, rate_limited
 */
export type Authenticate = (token: string, options?: AuthenticateOptions) => Promise<Actor>;
