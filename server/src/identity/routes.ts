import { Hono } from 'hono';
import type { Env } from '../endpoint.ts';
import { AuthError, answerAuthError } from './auth-error.ts';
import type { BrowserMode } from './browser-mode.ts';
import type { Provider } from './context.ts';
import { discordRoutes } from './discord/routes.ts';
import { factRoutes } from './fact-routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { guard } from './guard.ts';
import { linkRoutes } from './link-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { userRoutes } from './user-routes.ts';

/** The HTTP API of the embedded provider, `/auth/v1`. */
export function identityRoutes(provider: Provider, browser: BrowserMode): Hono<Env> {
  const auth = new Hono<Env>();
  guard(auth, provider);
  tokenRoutes(auth, provider, browser);
  userRoutes(auth, provider, browser);
  linkRoutes(auth, provider, browser);
  discordRoutes(auth, provider);
  factorRoutes(auth, provider, browser);
  factRoutes(auth, provider);
  auth.all('*', (c) =>
    answerAuthError(c, new AuthError(404, 'not_found', 'There is nothing at this address')),
  );
  return auth;
}
