import type { AuthSession } from '../accounts/present.ts';
import type { Consent } from '../accounts/tables.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { listIdentities, lockAccount } from '../queries.ts';
import { isBanned, userBanned } from '../sessions/banned.ts';
import { grantTokens, startSession } from '../sessions/session.ts';
import type { External } from './external.ts';
import { isSame, makeSecret, sha256 } from './pkce.ts';
import { type FlowRow, insertFlow, takeFlow } from './queries.ts';
import { withParams } from './redirect.ts';

// A sign-in with an external provider is two nested OAuth flows, each with its own PKCE challenge: begin (our page ->
// the provider), callback (the provider -> our page, with our own code), exchange (our code -> a session). Linking a
// provider to the account of a signed-in member ends with the callback.

/** How long a user may stay on the provider's page. */
const STATE_MS = 10 * 60_000;
const CODE_MS = 5 * 60_000;

const callbackOf = ({ config }: Provider) => `${config.publicUrl}/auth/v1/callback`;

interface FlowStart {
  /** The page to redirect back to, already validated. */
  redirect: string;
  challenge: string;
  /** The secret in this browser's cookie. */
  bind: string;
  /** The account to link; null for a sign-in. */
  userId: string | null;
  inviteId: string | null;
  consent: Consent | null;
}

/** Begins a flow. @returns the provider's URL to redirect to. Rejects when the provider is unreachable. */
export async function beginFlow(
  provider: Provider,
  external: External,
  { redirect, challenge, bind, userId, inviteId, consent }: FlowStart,
): Promise<string> {
  const state = makeSecret();
  const page = await external.pageFor({ state, redirectUri: callbackOf(provider) });
  const expiresAt = new Date(Date.now() + STATE_MS);
  await provider.db.transact((tx) =>
    insertFlow(tx, {
      ...{ hash: sha256(state), stage: 'state', provider: external.name },
      ...{ challenge, redirect, bind: sha256(bind), userId, inviteId, consent, expiresAt },
    }),
  );
  return page;
}

interface Return {
  params: URLSearchParams;
  bind: string;
  address: string;
}

/** Adds an error as OAuth 2 names it (RFC 6749, section 4.1.2.1), with the contract's code. */
export function redirectWithError(address: string, error: string, code: string, description: string) {
  return withParams(address, { error, error_code: code, error_description: description });
}

/** Completes a return. @returns where to redirect: with a code to exchange, or to say that the account is linked. */
async function complete(
  provider: Provider,
  external: External,
  flow: FlowRow,
  { params, address }: Pick<Return, 'params' | 'address'>,
): Promise<string> {
  const state = params.get('state') ?? '';
  const person = await external.identify({ params, state, redirectUri: callbackOf(provider) });
  const { challenge, redirect, userId } = flow;
  const ownCode = makeSecret();
  await provider.db.transact(async (tx) => {
    const account =
      userId === null
        ? await person.signIn(tx, { address, inviteId: flow.inviteId, consent: flow.consent })
        : await lockAccount(tx, userId);
    if (!account) throw new AuthError(403, 'user_not_found', 'User from flow state does not exist');
    if (isBanned(account)) throw userBanned(403, account);
    if (userId !== null) return person.link(tx, account, address);
    await insertFlow(tx, {
      ...{ hash: sha256(ownCode), stage: 'code', provider: external.name, challenge, redirect, bind: null },
      ...{ userId: account.id, inviteId: null, consent: null, expiresAt: new Date(Date.now() + CODE_MS) },
    });
  });
  return withParams(redirect, userId === null ? { code: ownCode } : { linked: external.name });
}

/**
 * Completes a return from a provider, once, and only in the browser that started the flow.
 * @returns where to redirect: with a code to exchange, with `linked`, or with the error
 */
export async function handleCallback(
  provider: Provider,
  externals: readonly External[],
  { params, bind, address }: Return,
): Promise<string> {
  const { db, config, log } = provider;
  const flow = await db.transact((tx) => takeFlow(tx, 'state', sha256(params.get('state') ?? '')));
  const external = externals.find(({ name }) => name === flow?.provider);
  if (!external || !flow?.bind || flow.expiresAt <= new Date() || !isSame(flow.bind, sha256(bind))) {
    return redirectWithError(
      config.publicUrl,
      'invalid_request',
      'bad_oauth_state',
      'OAuth state not found, expired or from another browser',
    );
  }
  const error = params.get('error');
  if (error !== null || !params.get('code')) {
    const kind = error === 'access_denied' ? error : 'server_error';
    const description = `${external.label} did not confirm the sign-in`;
    return redirectWithError(flow.redirect, kind, 'bad_oauth_callback', description);
  }
  try {
    return await complete(provider, external, flow, { params, address });
  } catch (failure) {
    // Only the sign-in page can ask a newcomer for their consent.
    if (failure instanceof AuthError && failure.code === 'rules_not_accepted')
      return `${config.publicUrl}/login?consent=${external.name}`;
    if (failure instanceof AuthError && failure.status < 500) {
      return redirectWithError(flow.redirect, 'access_denied', failure.code, failure.message);
    }
    log.warn({ err: failure, provider: external.name }, 'sign-in with an external provider failed');
    const description = `Your profile could not be loaded from ${external.label}`;
    return redirectWithError(flow.redirect, 'server_error', 'unexpected_failure', description);
  }
}

type Outcome = { userId: string; provider: FlowRow['provider'] } | { refused: AuthError };

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
  return { userId: flow.userId, provider: flow.provider };
}

/**
 * Exchanges a code for a session, with the flow's PKCE verifier. A code allows one attempt, right or wrong.
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
    const identities = await listIdentities(tx, outcome.userId);
    if (!found || !identities.some((each) => each.provider === outcome.provider))
      throw new AuthError(403, 'user_not_found', 'User from flow state does not exist');
    if (isBanned(found)) throw userBanned(400, found);
    await audit(tx, { action: 'signed_in', userId: found.id, address });
    return { account: found, session: await startSession(provider, tx, found, 'oauth') };
  });
  return db.read((conn) =>
    grantTokens(provider, conn, session, { ...account, lastSignInAt: session.createdAt }),
  );
}
