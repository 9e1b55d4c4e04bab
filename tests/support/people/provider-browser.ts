import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../server/src/identity/external/pkce.ts';
import type { World } from '../world.ts';

/**
 * A browser that signs in at a server with another provider.
 * @param approve signs in on the provider's page. @returns the URL that it redirects back to
 */
export function createBrowser(
  server: Pick<World, 'url' | 'call'>,
  provider: 'discord' | 'oidc',
  approve: (page: string) => string | Promise<string>,
) {
  let cookie = '';
  const verifier = randomBytes(32).toString('base64url');
  const query = (redirect = `${server.url}/`, more: { invite?: string; rules?: string } = {}) =>
    new URLSearchParams({
      ...{ provider, redirect_to: redirect },
      ...{ code_challenge: sha256(verifier), code_challenge_method: 's256' },
      ...more,
    });
  const keep = (response: Response) => {
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  };
  const browser = {
    query,
    keep,
    cookie: () => cookie,
    /** Leaves for the provider. @returns the page there, or where an error leads */
    async leave(...to: Parameters<typeof query>): Promise<string> {
      const response = keep(await server.call('GET', `/auth/v1/authorize?${query(...to)}`));
      return response.headers.get('location') ?? '';
    },
    /** Follows the provider's redirect. @returns the URL of the page that it leads to */
    async comeBack(url: string, sent = cookie): Promise<URL> {
      const { pathname, search } = new URL(url);
      const response = await server.call('GET', pathname + search, { headers: { cookie: sent } });
      return new URL(response.headers.get('location') ?? '');
    },
    exchange: (code: string, by = verifier) =>
      server.call('POST', '/auth/v1/token?grant_type=pkce', { json: { auth_code: code, code_verifier: by } }),
    async roundTrip(more?: Parameters<typeof query>[1]) {
      return browser.comeBack(await approve(await browser.leave(undefined, more)));
    },
    async signIn() {
      const code = (await browser.roundTrip()).searchParams.get('code') ?? '';
      const response = await browser.exchange(code);
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as { access_token: string; user: { id: string; email: string } };
    },
  };
  return browser;
}
