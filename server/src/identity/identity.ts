import { every, hourly } from '../platform/core/feature.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { confirmDeletion } from './accounts/confirm-deletion.ts';
import { accountPart } from './accounts/personal-data.ts';
import { prepareAdmin } from './accounts/prepare-admin.ts';
import { readUser } from './accounts/read-user.ts';
import { endSuspension, restoreExpired, suspendAccount } from './accounts/suspend-account.ts';
import { createAfterReply } from './after-reply.ts';
import type { Identity, IdentityDeps, IdentityParts, Provider } from './context.ts';
import { createHostedIdentity } from './hosted/hosted.ts';
import { createAdmission } from './invites/admission.ts';
import { sweep } from './jobs/sweep.ts';
import { ENDED_POLL_MS, SUSPENSIONS_POLL_MS, watchEnded } from './jobs/watch-ended.ts';
import { withApiKeys } from './keys/with-api-keys.ts';
import { createLimits } from './limits.ts';
import { canHavePasskeys } from './passkeys/relying-party.ts';
import { requireFreshSession } from './proof/fresh.ts';
import type { EndedSession } from './queries.ts';
import { identityRoutes } from './routes.ts';
import { createAccessTokens } from './sessions/access-token.ts';
import { createAuthenticator } from './sessions/authenticate.ts';
import { createBrowserMode } from './sessions/browser-mode.ts';
import type { Ends } from './sessions/end-sessions.ts';
import { createKeyRing } from './sessions/key-ring.ts';

const MINUTE = 60_000;

export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { hosted } = parts.config.identity;
  const keys = await createKeyRing(parts.db, parts.deriveKey, parts.config.identity.accessTtl);
  const deps = { ...parts, keys };
  const identity = hosted ? createHostedIdentity(deps, hosted) : createEmbeddedIdentity(deps);
  return withApiKeys(identity, parts);
}

/** The part of the GoTrue contract that the unmodified auth-js client needs. */
function createEmbeddedIdentity({
  config,
  db,
  log,
  settings,
  mailer,
  givePicture,
  limits,
  deriveKey,
  keys,
}: IdentityDeps): Identity {
  const issuer = `${config.publicUrl}/auth/v1`;
  const accessTokens = createAccessTokens(keys, issuer, config.identity.accessTtl);
  const { authenticate, expire, forget } = createAuthenticator({ db, accessTokens });
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
  const admission = createAdmission({ config, settings });
  const provider: Provider = {
    ...ends,
    config,
    db,
    log,
    settings,
    deriveKey,
    keys,
    accessTokens,
    limits: createLimits(db, limits),
    afterReply,
    admission,
    givePicture,
    post: mailer.post,
  };
  const jobs = [
    every(ENDED_POLL_MS, watchEnded(db, ends)),
    every(SUSPENSIONS_POLL_MS, () => restoreExpired(db)),
    every(MINUTE, keys.rotate),
    hourly('accounts', () => sweep(provider)),
  ];
  const { publicUrl } = config;
  const browser = createBrowserMode(config.publicUrl, config.identity.sessionMax);
  const routes = identityRoutes(provider, browser);
  return {
    ...ends,
    authenticate,
    expire,
    provider: null,
    signUpMode: admission.mode,
    prepareAdmin: (admin) => prepareAdmin(provider, admin),
    hasDiscord: () => config.identity.discord !== null,
    hasPasskeys: canHavePasskeys(config),
    oidcName: config.identity.oidc?.name ?? null,
    personalData: accountPart({ db, ends, mailer, publicUrl }),
    requireProof: requireFreshSession,
    confirmDeletion: (actor, proof) =>
      confirmDeletion({ ...provider, requireProof: requireFreshSession }, actor, proof),
    suspend: (tx, userId, until) => suspendAccount(ends, tx, userId, until),
    endSuspension,
    onSessionEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readUser: (actor) => readUser(db, actor),
    keys,
    authRoutes: routes.all,
    mount(app) {
      app.route('/auth/v1', routes.app);
    },
    routes: (api) => accountRoutes(api, provider, browser),
    jobs,
    close: idle,
  };
}
