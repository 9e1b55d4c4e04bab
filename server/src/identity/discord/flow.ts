import type { Consent } from '../../db/identity-tables.ts';
import type { AuthSession } from '../accounts/present.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { listIdentities, lockAccount } from '../queries.ts';
import { isBanned, userBanned } from '../sessions/banned.ts';
import { grantTokens, startSession } from '../sessions/session.ts';
import { accountOf, PROVIDER } from './account-of.ts';
import { authorizeAddress, type DiscordSettings, fetchDiscordUser } from './discord-api.ts';
import { discordVerifier, isSame, makeSecret, sha256 } from './pkce.ts';
import { type FlowRow, insertFlow, takeFlow } from './queries.ts';
import { withParams } from './redirect.ts';

// A sign-in with Discord is two nested OAuth flows, each with its own PKCE challenge: begin (our page ->
// Discord), callback (Discord -> our page, with our own code), exchange (our code -> a session).

/** How long a user may stay on Discord's consent page. */
const STATE_MS = 10 * 60_000;
const CODE_MS = 5 * 60_000;

const callbackOf = ({ config }: Provider) => `${config.publicUrl}/auth/v1/callback`;

interface SignInStart {
  /** The page to redirect back to, already validated. */
  redirect: string;
  challenge: string;
  /** The secret in this browser's cookie. */
  bind: string;
  /** The invitation with which an account may be created. */
  inviteId: string | null;
  /** What a newcomer has agreed to. */
  consent: Consent | null;
}

/** Begins a sign-in. @returns the Discord URL to redirect to. */
export async function beginSignIn(
  provider: Provider,
  discord: DiscordSettings,
  { redirect, challenge, bind, inviteId, consent }: SignInStart,
): Promise<string> {
  const state = makeSecret();
  const now = Date.now();
  await provider.db.transact(async (tx) => {
    await insertFlow(tx, {
      hash: sha256(state),
      stage: 'state',
      provider: PROVIDER,
      challenge,
      redirect,
      bind: sha256(bind),
      userId: null,
      inviteId,
      consent,
      expiresAt: new Date(now + STATE_MS),
    });
  });
  const verifier = discordVerifier(provider.deriveKey, state);
  return authorizeAddress(discord, {
    state,
    challenge: sha256(verifier),
    redirectUri: callbackOf(provider),
  });
}

interface Return {
  state: string;
  bind: string;
  code: string | undefined;
  /** Discord's error code, such as `access_denied` when the user declined. */
  error: string | undefined;
  /** The network address of the request. */
  address: string;
}

const redirectWithError = (address: string, error: string, code: string, description: string) =>
  withParams(address, { error, error_code: code, error_description: description });

async function completeSignIn(
  provider: Provider,
  discord: DiscordSettings,
  flow: FlowRow,
  { state, code, address }: { state: string; code: string; address: string },
): Promise<string> {
  const verifier = discordVerifier(provider.deriveKey, state);
  const person = await fetchDiscordUser(discord, { code, verifier, redirectUri: callbackOf(provider) });
  const ownCode = makeSecret();
  await provider.db.transact(async (tx) => {
    const { inviteId, consent } = flow;
    const account = await accountOf(provider, tx, person, { address, inviteId, consent });
    if (isBanned(account)) throw userBanned(403, account);
    const expiresAt = new Date(Date.now() + CODE_MS);
    const { challenge, redirect } = flow;
    await insertFlow(tx, {
      hash: sha256(ownCode),
      stage: 'code',
      provider: PROVIDER,
      challenge,
      redirect,
      bind: null,
      userId: account.id,
      expiresAt,
    });
  });
  return withParams(flow.redirect, { code: ownCode });
}

/**
 * Completes a user's return from Discord, once, and only in the browser that started the flow.
 * @returns where to redirect: with a code to exchange, or with the error.
 */
export async function handleCallback(
  provider: Provider,
  discord: DiscordSettings,
  { state, bind, code, error, address }: Return,
): Promise<string> {
  const { db, config, log } = provider;
  const flow = await db.transact((tx) => takeFlow(tx, 'state', sha256(state)));
  if (!flow?.bind || flow.expiresAt <= new Date() || !isSame(flow.bind, sha256(bind))) {
    return redirectWithError(
      config.publicUrl,
      'invalid_request',
      'bad_oauth_state',
      'OAuth state not found, expired or from another browser',
    );
  }
  if (error !== undefined || !code) {
    const kind = error === 'access_denied' ? error : 'server_error';
    return redirectWithError(
      flow.redirect,
      kind,
      'bad_oauth_callback',
      'Discord did not confirm the sign-in',
    );
  }
  try {
    return await completeSignIn(provider, discord, flow, { state, code, address });
  } catch (failure) {
    // Only the sign-in page can ask a newcomer for their consent.
    if (failure instanceof AuthError && failure.code === 'rules_not_accepted')
      return `${config.publicUrl}/login?consent=1`;
    if (failure instanceof AuthError && failure.status < 500) {
      return redirectWithError(flow.redirect, 'access_denied', failure.code, failure.message);
    }
    log.warn({ err: failure }, 'sign-in with Discord failed');
    return redirectWithError(
      flow.redirect,
      'server_error',
      'unexpected_failure',
      'Your profile could not be loaded from Discord',
    );
  }
}

type Outcome = { userId: string } | { refused: AuthError };

function checkFlow(flow: FlowRow | undefined, verifier: string): Outcome {
  if (!flow?.userId) {
    return {
      refused: new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
    };
  }
  if (flow.expiresAt <= new Date()) {
    return {
      refused: new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
    };
  }
  if (!isSame(sha256(verifier), flow.challenge)) {
    const message = 'code challenge does not match previously saved code verifier';
    return { refused: new AuthError(400, 'bad_code_verifier', message) };
  }
  return { userId: flow.userId };
}

/**
 * Exchanges a code for a session if the client has the flow's PKCE verifier. A code allows one attempt, right
 * or wrong.
 * @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned
 */
export async function exchangeCode(
  provider: Provider,
  { code, verifier, address }: { code: string; verifier: string; address: string },
): Promise<AuthSession> {
  const { db } = provider;
  // Consumed in its own transaction: a refusal must not roll that back.
  const outcome = checkFlow(await db.transact((tx) => takeFlow(tx, 'code', sha256(code))), verifier);
  if ('refused' in outcome) throw outcome.refused;
  const { session, account } = await db.transact(async (tx) => {
    const found = await lockAccount(tx, outcome.userId);
    // The identity may have been unlinked meanwhile, when the owner of the address took the account back.
    const isLinked = (await listIdentities(tx, outcome.userId)).some(({ provider: of }) => of === PROVIDER);
    if (!found || !isLinked)
      throw new AuthError(403, 'user_not_found', 'User from flow state does not exist');
    if (isBanned(found)) throw userBanned(400, found);
    await audit(tx, { action: 'signed_in', userId: found.id, address });
    return { account: found, session: await startSession(provider, tx, found, 'oauth') };
  });
  return db.read((conn) =>
    grantTokens(provider, conn, session, { ...account, lastSignInAt: session.createdAt }),
  );
}
