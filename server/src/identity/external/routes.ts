import { INVITE_PARAM } from '@selvedge/shared/instance/invite-texts';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { clientAddress } from '../../platform/http/client-address.ts';
import { findTakenInvite } from '../accounts/admit.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthRoutes } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { createDiscord } from '../discord/discord.ts';
import { createOidc } from '../oidc/oidc.ts';
import type { External } from './external.ts';
import { beginFlow, handleCallback, redirectWithError } from './flow.ts';
import { makeSecret } from './pkce.ts';
import { safeRedirect } from './redirect.ts';

const COOKIE_SECONDS = 600;
/** The S256 challenge of PKCE: 43 characters of base64url. */
const CHALLENGE = /^[\w-]{43}$/;

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

function asAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  throw error;
}

export function externalRoutes({ open, signedIn }: AuthRoutes, provider: Provider): void {
  const { config, limits, log } = provider;
  const { discord, oidc } = config.identity;
  const externals: External[] = [];
  if (discord) externals.push(createDiscord(provider, discord));
  if (oidc) externals.push(createOidc(provider, oidc));
  const addressOf = (c: Context) => clientAddress(c, config.trustProxy);
  const isSecure = config.publicUrl.startsWith('https:');
  const cookieName = isSecure ? '__Host-sv-flow' : 'sv-flow';

  /** The secret that identifies this browser; reused, because two tabs may sign in simultaneously. */
  function bindBrowser(c: Context): string {
    const bind = getCookie(c, cookieName) ?? makeSecret();
    // Lax, because the navigation back is started by another site.
    const options = { httpOnly: true, secure: isSecure, sameSite: 'Lax', path: '/' } as const;
    setCookie(c, cookieName, bind, { ...options, maxAge: COOKIE_SECONDS });
    return bind;
  }

  function externalIn(c: Context): External {
    const external = externals.find(({ name }) => name === c.req.query('provider'));
    if (!external) throw invalid('Unsupported provider: provider is not enabled');
    return external;
  }

  function readStart(c: Context) {
    const query = c.req.query();
    const challenge = query.code_challenge ?? '';
    if (!CHALLENGE.test(challenge) || query.code_challenge_method?.toLowerCase() !== 's256') {
      throw invalid('PKCE flow requires code_challenge and code_challenge_method s256');
    }
    return { challenge, redirect: safeRedirect(config, query.redirect_to) };
  }

  const unreachable = ({ label }: External) => `${label} cannot be reached at the moment`;

  open('get', '/authorize', async (c) => {
    const external = externalIn(c);
    const start = readStart(c);
    const address = addressOf(c);
    await limits.take('flowPerAddress', address);
    // Members sign in without an invitation or consent, so a refusal of either waits until an account would be created.
    const secret = c.req.query(INVITE_PARAM);
    const inviteId = secret ? await findTakenInvite(provider, secret, address).catch(asAuthError) : null;
    // Without it, a newcomer would be told on their return that they need an invitation.
    if (inviteId instanceof AuthError) {
      const { code, message } = inviteId;
      return c.redirect(redirectWithError(start.redirect, 'temporarily_unavailable', code, message));
    }
    const rules = c.req.query('rules');
    const consent = rules ? { rules: rules.slice(0, 64), at: new Date().toISOString() } : null;
    const flow = { ...start, bind: bindBrowser(c), userId: null, inviteId, consent };
    const page = await beginFlow(provider, external, flow).catch((error: unknown) => {
      log.warn({ err: error, provider: external.name }, 'an external provider cannot be reached');
      const description = unreachable(external);
      return redirectWithError(start.redirect, 'server_error', 'provider_unreachable', description);
    });
    return c.redirect(page);
  });

  // Returns the URL instead of redirecting: the client's request carries the access token, which a navigation cannot.
  signedIn(
    { method: 'get', path: '/user/identities/authorize', level: 'aal2', proof: 'needed' },
    async ({ c, caller: { userId }, address }) => {
      const external = externalIn(c);
      const start = readStart(c);
      await limits.take('flowPerAddress', address);
      const flow = { ...start, bind: bindBrowser(c), userId, inviteId: null, consent: null };
      const url = await beginFlow(provider, external, flow).catch((error: unknown) => {
        log.warn({ err: error, provider: external.name }, 'an external provider cannot be reached');
        throw new AuthError(500, 'provider_unreachable', `${unreachable(external)}. Please try again later.`);
      });
      return c.json({ url });
    },
  );

  open('get', '/callback', async (c) => {
    if (externals.length === 0) throw invalid('Unsupported provider: provider is not enabled');
    const { searchParams: params } = new URL(c.req.url);
    const bind = getCookie(c, cookieName) ?? '';
    return c.redirect(await handleCallback(provider, externals, { params, bind, address: addressOf(c) }));
  });
}
