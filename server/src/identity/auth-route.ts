import type { Level } from './sessions/level.ts';

export interface AuthRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Hono's form, relative to `/auth/v1`. */
  path: string;
  /** `aal1` admits a member who has yet to enter the code; `aal2` does not. Null: no access token. */
  level: Level | null;
  /** Whether a call needs a fresh proof that the account is the caller's. */
  proof: 'none' | 'needed' | 'sometimes';
}
