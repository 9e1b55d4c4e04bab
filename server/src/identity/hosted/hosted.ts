import { AppError, notFound } from '../../platform/core/errors.ts';
import { every, hourly } from '../../platform/core/feature.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { discordRoute, loginRoute, meRoute, signOutRoute, signUpRoute } from '../accounts/account-routes.ts';
import { confirmDeletion } from '../accounts/confirm-deletion.ts';
import { accountPart } from '../accounts/personal-data.ts';
import { readUser } from '../accounts/read-user.ts';
import { endSuspension, restoreExpired, suspendAccount } from '../accounts/suspend-account.ts';
import type { Identity, IdentityDeps } from '../context.ts';
import { sweepHosted } from '../jobs/sweep.ts';
import { ENDED_POLL_MS, SUSPENSIONS_POLL_MS, watchEnded } from '../jobs/watch-ended.ts';
import { createLimits } from '../limits.ts';
import { confirmedPath, nextPath } from '../links/next-path.ts';
import type { EndedSession } from '../queries.ts';
import type { Ends } from '../sessions/end-sessions.ts';
import { endedRoute } from '../sessions/ended-route.ts';
import { createHostedAuthenticator } from './authenticate.ts';
import { type HostedSettings, placeholderProblem } from './placeholder.ts';
import { createRemote, firstUsername, UNCONFIGURED } from './remote.ts';
import { signOutHosted } from './sign-out.ts';

/** How soon pages reflect a change of the provider's settings. */
const SETTINGS_POLL_MS = 60_000;
const KEYS_POLL_MS = 60_000;
/** Proofs given to the provider are not visible here, so a recent sign-in counts as the proof. */
const SIGN_IN_AGAIN = 'Sign out and in again, then repeat this within five minutes.';

/** There is no `/auth/v1` here. Placeholder settings disable sign-in only; visitors are still served. */
export function createHostedIdentity(
  { config, db, log, mailer, limits: allLimits, keys }: IdentityDeps,
  hosted: HostedSettings,
): Identity {
  const problem = placeholderProblem(hosted);
  if (problem) log.error({ problem }, 'configuration error: sign-in is disabled');
  const remote = problem ? UNCONFIGURED : createRemote(hosted);
  const { adminEmails } = config.identity;
  const { authenticate, expire, forget, isFresh } = createHostedAuthenticator({ db, remote, adminEmails });
  const limits = createLimits(db, allLimits);
  const listeners = new Set<(ended: EndedSession) => void>();

  const ends: Ends = {
    sessionsEnded(all) {
      for (const ended of all) {
        forget(ended.sessionId);
        for (const listener of listeners) listener(ended);
      }
    },
  };
  let hasDiscord = false;
  const readSettings = async () => {
    hasDiscord = (await remote.settings()).external.discord ?? false;
  };
  // Server start does not wait for the provider: if this fails, the next poll reads the settings.
  void readSettings().catch(() => undefined);
  const jobs = [
    every(SETTINGS_POLL_MS, readSettings),
    every(KEYS_POLL_MS, keys.rotate),
    every(ENDED_POLL_MS, watchEnded(db, ends)),
    every(SUSPENSIONS_POLL_MS, () => restoreExpired(db)),
    hourly('accounts', () => sweepHosted(db)),
  ];

  const requireProof: Identity['requireProof'] = async (_, sessionId) => {
    if (!isFresh(sessionId)) throw new AppError('forbidden', SIGN_IN_AGAIN);
  };

  return {
    ...ends,
    authenticate,
    expire,
    provider: problem ? 'none' : hosted,
    signUpMode: () => 'open',
    prepareAdmin: null,
    hasDiscord: () => hasDiscord,
    hasPasskeys: false,
    oidcName: null,
    personalData: accountPart({ db, ends, mailer, publicUrl: config.publicUrl }),
    requireProof,
    confirmDeletion: (actor, proof) => confirmDeletion({ db, limits, requireProof }, actor, proof),
    suspend: (tx, userId, until) => suspendAccount(ends, tx, userId, until),
    endSuspension,
    onSessionEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readUser: (actor) => readUser(db, actor),
    keys,
    authRoutes: [],
    mount(app) {
      app.all('/auth/*', async (c) => {
        await allLimits.take('callsOfVisitor', clientAddress(c, config.trustProxy));
        throw notFound('There is nothing at this address.');
      });
    },
    routes(api) {
      loginRoute(api);
      meRoute(api, db);
      endedRoute(api, db);
      discordRoute(api, db);
      signUpRoute(api, config, async ({ email, password, next, address }) => {
        // The provider sees only this server's address, so its rate limits cannot tell callers apart.
        await limits.take('signUpPerAddress', address);
        const back = config.publicUrl + confirmedPath(nextPath(config.publicUrl, next));
        return { username: firstUsername(await remote.signUp(email, password, back)) };
      });
      signOutRoute(api, config, async (_c, token) => {
        if (token !== undefined) await signOutHosted({ db, log, ends, remote }, token);
      });
    },
    jobs,
    close: async () => undefined,
  };
}
