import { userRoutes } from './accounts/user-routes.ts';
import { AuthError, sendAuthError } from './auth-error.ts';
import { type AuthRoutes, createAuthRoutes } from './auth-routes.ts';
import type { Provider } from './context.ts';
import { externalRoutes } from './external/routes.ts';
import { recoveryCodeRoutes } from './factors/recovery-code-routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { guard } from './guard.ts';
import { linkRoutes } from './links/link-routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { proofRoutes } from './proof/routes.ts';
import type { BrowserMode } from './sessions/browser-mode.ts';
import { tokenRoutes } from './sessions/token-routes.ts';
import { settingsRoutes } from './settings-routes.ts';

export function identityRoutes(provider: Provider, browser: BrowserMode): AuthRoutes {
  const routes = createAuthRoutes(provider);
  guard(routes.app, provider);
  tokenRoutes(routes, provider, browser);
  userRoutes(routes, provider, browser);
  proofRoutes(routes, provider);
  linkRoutes(routes, provider, browser);
  externalRoutes(routes, provider);
  // Before the routes of a single factor, whose id matches any text.
  recoveryCodeRoutes(routes, provider, browser);
  factorRoutes(routes, provider, browser);
  passkeyRoutes(routes, provider, browser);
  settingsRoutes(routes, provider);
  routes.app.all('*', (c) =>
    sendAuthError(c, new AuthError(404, 'not_found', 'There is nothing at this address')),
  );
  return routes;
}
