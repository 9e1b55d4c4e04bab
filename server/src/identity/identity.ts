import type { Hono } from 'hono';
import type { Authenticate } from '../actor.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Api, Env } from '../endpoint.ts';
import type { Logger } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createAccessTokens } from './access-token.ts';
import { accountRoutes } from './account-routes.ts';
import { createAuthenticator } from './authenticate.ts';
import { createBrowserMode } from './browser-mode.ts';
import type { Provider } from './context.ts';
import { createLimits } from './limits.ts';
import type { EndedSession } from './queries.ts';
import { identityRoutes } from './routes.ts';
import { createSecret } from './secret.ts';
import { loadSigningKey } from './signing-key.ts';

interface IdentityParts {
  config: Config;
  db: Database;
  log: Logger;
  mailer: Mailer;
}

export interface Identity {
  authenticate: Authenticate;
  /** Hears of each session that ends in this process. @returns how to stop hearing. */
  onSessionEnded(listener: (ended: EndedSession) => void): () => void;
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
}

/** The embedded identity provider: the part of the GoTrue contract that the unmodified auth-js client needs. */
export async function createIdentity({ config, db, log, mailer }: IdentityParts): Promise<Identity> {
  const deriveKey = createSecret(config.identity.secret, config.dataDir);
  const signingKey = await loadSigningKey(db, deriveKey);
  const issuer = `${config.publicUrl}/auth/v1`;
  const accessTokens = createAccessTokens(signingKey, issuer, config.identity.accessTtl);
  const { authenticate, forget } = createAuthenticator({ db, accessTokens, config });
  const listeners = new Set<(ended: EndedSession) => void>();
  const provider: Provider = {
    config,
    db,
    log,
    mailer,
    deriveKey,
    signingKey,
    accessTokens,
    limits: createLimits(config.rateLimits),
    sessionsEnded(all) {
      for (const ended of all) {
        forget(ended.sessionId);
        for (const listener of listeners) listener(ended);
      }
    },
  };
  const browser = createBrowserMode(config.publicUrl, config.identity.sessionMax);
  return {
    authenticate,
    onSessionEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mount(app) {
      app.route('/auth/v1', identityRoutes(provider, browser));
      app.get('/api/login', (c) => c.redirect('/login'));
    },
    routes: (api) => accountRoutes(api, provider, browser),
  };
}
