import type { User } from '@selvedge/shared/users';
import type { Hono } from 'hono';
import type { Actor, Authenticate } from '../actor.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Api, Env } from '../endpoint.ts';
import type { Logger } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createAccessTokens } from './access-token.ts';
import { accountRoutes } from './account-routes.ts';
import { createAfterReply } from './after-reply.ts';
import { createAuthenticator } from './authenticate.ts';
import { createBrowserMode } from './browser-mode.ts';
import type { Provider } from './context.ts';
import type { Ends } from './end-sessions.ts';
import { createKeyRing } from './key-ring.ts';
import { createLimits } from './limits.ts';
import type { EndedSession } from './queries.ts';
import { readUser } from './read-user.ts';
import { identityRoutes } from './routes.ts';
import { createSecret } from './secret.ts';
import { repeat } from './upkeep/repeat.ts';
import { sweep } from './upkeep/sweep.ts';
import { watchEnded } from './upkeep/watch-ended.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How soon another process's ends reach this one. */
const ENDED_POLL_MS = 500;

interface IdentityParts {
  config: Config;
  db: Database;
  log: Logger;
  mailer: Mailer;
}

export interface Identity {
  authenticate: Authenticate;
  /** Hears of each session that ends, here or in another process. @returns how to stop hearing. */
  onSessionEnded(listener: (ended: EndedSession) => void): () => void;
  /** Somebody as they see themselves. @throws unauthorized when their session has ended. */
  readUser(actor: Actor): Promise<User>;
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Ends its tasks once what was promised after replies is done. */
  close(): Promise<void>;
}

/** The embedded identity provider: the part of the GoTrue contract that the unmodified auth-js client needs. */
export async function createIdentity({ config, db, log, mailer }: IdentityParts): Promise<Identity> {
  const deriveKey = createSecret(config.identity.secret, config.dataDir);
  const keys = await createKeyRing(db, deriveKey, config.identity.accessTtl);
  const issuer = `${config.publicUrl}/auth/v1`;
  const accessTokens = createAccessTokens(keys, issuer, config.identity.accessTtl);
  const { authenticate, forget } = createAuthenticator({ db, accessTokens, config });
  const listeners = new Set<(ended: EndedSession) => void>();
  const { afterReply, idle } = createAfterReply(log);
  const ends: Ends = {
    sessionsEnded(all) {
      for (const ended of all) {
        forget(ended.sessionId);
        for (const listener of listeners) listener(ended);
      }
    },
  };
  const provider: Provider = {
    ...ends,
    config,
    db,
    log,
    deriveKey,
    keys,
    accessTokens,
    limits: createLimits(db, deriveKey, config.rateLimits),
    afterReply,
    post: (tx, mail) => tx.afterCommit(() => afterReply(() => mailer.send(mail))),
  };
  const stops = [
    repeat(ENDED_POLL_MS, watchEnded(db, ends), log),
    repeat(MINUTE, keys.tend, log),
    repeat(HOUR, () => sweep(provider), log),
  ];
  const browser = createBrowserMode(config.publicUrl, config.identity.sessionMax);
  return {
    authenticate,
    onSessionEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readUser: (actor) => readUser(db, actor),
    mount(app) {
      app.route('/auth/v1', identityRoutes(provider, browser));
      app.get('/api/login', (c) => c.redirect('/login'));
    },
    routes: (api) => accountRoutes(api, provider, browser),
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await idle();
    },
  };
}
