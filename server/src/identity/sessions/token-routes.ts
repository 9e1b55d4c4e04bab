import type { Context } from 'hono';
import { clientAddress } from '../../platform/http/client-address.ts';
import { takeInvite } from '../accounts/admit.ts';
import { signUp } from '../accounts/sign-up.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthRoutes } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { exchangeCode } from '../external/flow.ts';
import { readBody, textOf } from '../request.ts';
import type { BrowserMode } from './browser-mode.ts';
import { refreshSession } from './refresh-session.ts';
import { signInWithPassword } from './sign-in.ts';

export function tokenRoutes({ open }: AuthRoutes, provider: Provider, browser: BrowserMode): void {
  const addressOf = (c: Context) => clientAddress(c, provider.config.trustProxy);

  open('post', '/signup', async (c) => {
    const { email, password, data } = await readBody(c);
    const next = c.req.query('redirect_to');
    const request = { email, password, ...takeInvite(data), next, address: addressOf(c) };
    const { session, user } = await signUp(provider, request);
    return c.json(session ? browser.seal(c, session) : user);
  });

  open('post', '/token', async (c) => {
    const body = await readBody(c);
    const address = addressOf(c);
    switch (c.req.query('grant_type')) {
      case 'password': {
        const { email, password } = body;
        return c.json(browser.seal(c, await signInWithPassword(provider, { email, password, address })));
      }
      case 'refresh_token': {
        const token = browser.unseal(c, textOf(body.refresh_token));
        return c.json(browser.seal(c, await refreshSession(provider, { token, address })));
      }
      case 'pkce': {
        const [code, verifier] = [textOf(body.auth_code), textOf(body.code_verifier)];
        return c.json(browser.seal(c, await exchangeCode(provider, { code, verifier, address })));
      }
      default:
        throw new AuthError(400, 'validation_failed', 'unsupported grant_type');
    }
  });
}
