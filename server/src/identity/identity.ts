import { repeat } from '../repeat.ts';
import { createAccessTokens } from './access-token.ts';
import { accountRoutes } from './account-routes.ts';
import { createAfterReply } from './after-reply.ts';
import { createAuthenticator } from './authenticate.ts';
import { createBrowserMode } from './browser-mode.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import type { Identity, IdentityParts, Provider } from './context.ts';
import type { Ends } from './end-sessions.ts';
import { createHostedIdentity } from './hosted/hosted.ts';
import { createKeyRing } from './key-ring.ts';
import { createLimits } from './limits.ts';
import { accountPart } from './personal-data.ts';
import { isFreshSession } from './proof/fresh.ts';
import type { EndedSession } from './queries.ts';
import { readUser } from './read-user.ts';
import { identityRoutes } from './routes.ts';
import { createSecret } from './secret.ts';
import { suspendAccount } from './suspend-account.ts';
import { sweep } from './upkeep/sweep.ts';
import { startSweeping } from './upkeep/sweeping.ts';
import { ENDED_POLL_MS, watchEnded } from './upkeep/watch-ended.ts';

const MINUTE = 60_000;

/** Identity of people: by the embedded provider, or by a hosted one where the settings name it. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { hosted } = parts.config.identity;
  return hosted ? createHostedIdentity(parts, hosted) : createEmbeddedIdentity(parts);
}

/** The embedded identity provider: the part of the GoTrue contract that the unmodified auth-js client needs. */
async function createEmbeddedIdentity({
  config,
  db,
  log,
  mailer,
  givePicture,
  calls,
  onLimited,
}: IdentityParts): Promise<Identity> {
  const deriveKey = createSecret(config.identity.secret, config.dataDir);
  const keys = await createKeyRing(db, deriveKey, config.identity.accessTtl);
  const issuer = `${config.publicUrl}/auth/v1`;
  const accessTokens = createAccessTokens(keys, issuer, config.identity.accessTtl);
  const { authenticate, forget } = createAuthenticator({ db, accessTokens });
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
    limits: createLimits(db, deriveKey, config.rateLimits, onLimited),
    calls,
    afterReply,
    givePicture,
    post: mailer.post,
  };
  const stops = [
    repeat(ENDED_POLL_MS, watchEnded(db, ends), log),
    repeat(MINUTE, keys.tend, log),
    startSweeping(db, log, () => sweep(provider)),
  ];
  const { publicUrl } = config;
  const browser = createBrowserMode(config.publicUrl, config.identity.sessionMax);
  const routes = identityRoutes(provider, browser);
  return {
    authenticate,
    provider: null,
    hasDiscord: () => config.identity.discord !== null,
    personalData: accountPart({ db, ends, mailer, publicUrl }),
    confirmDeletion: (actor, proof) =>
      confirmDeletion({ ...provider, isProven: isFreshSession }, actor, proof),
    suspend: (tx, userId) => suspendAccount(ends, tx, userId),
    onSessionEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readUser: (actor) => readUser(db, actor),
    authRoutes: routes.all,
    mount(app) {
      app.route('/auth/v1', routes.app);
    },
    routes: (api) => accountRoutes(api, provider, browser),
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await idle();
    },
  };
}
