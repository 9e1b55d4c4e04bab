import type { Level } from './sessions/level.ts';

export interface AuthRoute {
  method: 'get' | 'post' | 'put' | 'delete';
  /** Hono's form, below `/auth/v1`. */
  path: string;
  /**
   * `aal1` is open to somebody with two-step sign-in who has not entered the code yet; `aal2` is closed to them. Null for
   * a route that takes no access token.
   */
  level: Level | null;
  /** Whether a call takes a fresh proof that the account is the caller's. */
  proof: 'none' | 'needed' | 'sometimes';
}
