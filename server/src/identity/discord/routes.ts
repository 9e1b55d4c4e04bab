import { INVITE_PARAM } from '@selvedge/shared/invite-texts';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { clientAddress } from '../../http/client-address.ts';
import { requireAdmission } from '../accounts/admit.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthRoutes } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { beginSignIn, handleCallback } from './flow.ts';
import { makeSecret } from './pkce.ts';
import { safeRedirect } from './redirect.ts';

const COOKIE_SECONDS = 600;
/** The S256 challenge of PKCE: 43 characters of base64url. */
const CHALLENGE = /^[\w-]{43}$/;

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/** The redirects to Discord and back. */
export function discordRoutes({ open }: AuthRoutes, provider: Provider): void {
  const { config, limits } = provider;
  const { discord } = config.identity;
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

  function enabled() {
    if (!discord) throw invalid('Unsupported provider: provider is not enabled');
    return discord;
  }

  open('get', '/authorize', async (c) => {
    const query = c.req.query();
    if (query.provider !== 'discord') throw invalid('Unsupported provider: provider is not enabled');
    const settings = enabled();
    const challenge = query.code_challenge ?? '';
    if (!CHALLENGE.test(challenge) || query.code_challenge_method?.toLowerCase() !== 's256') {
      throw invalid('PKCE flow requires code_challenge and code_challenge_method s256');
    }
    await limits.take('flowPerAddress', addressOf(c));
    const redirect = safeRedirect(config, query.redirect_to);
    // Members sign in without either, so a refusal waits until an account would be created.
    const secret = query[INVITE_PARAM];
    const inviteId = secret ? await requireAdmission(provider, secret, addressOf(c)).catch(() => null) : null;
    const consent = query.rules ? { rules: query.rules.slice(0, 64), at: new Date().toISOString() } : null;
    const start = { redirect, challenge, bind: bindBrowser(c), inviteId, consent };
    return c.redirect(await beginSignIn(provider, settings, start));
  });

  open('get', '/callback', async (c) => {
    const { state = '', code, error } = c.req.query();
    const bind = getCookie(c, cookieName) ?? '';
    return c.redirect(
      await handleCallback(provider, enabled(), { state, bind, code, error, address: addressOf(c) }),
    );
  });
}
