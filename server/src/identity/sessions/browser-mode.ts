import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AuthSession } from '../accounts/present.ts';
import { AuthError } from '../auth-error.ts';
import { readRefreshToken } from './refresh-token.ts';

const HANDLE_PREFIX = 'cookie.';

/**
 * In a browser the refresh token lives in a cookie that scripts cannot read, and the body carries a handle
 * that is worthless without the cookie. Browsers are recognised by headers that a page cannot suppress.
 */
export function createBrowserMode(publicUrl: string, maxAgeSeconds: number) {
  const isSecure = publicUrl.startsWith('https:');
  // The prefix binds the cookie to this host and path; browsers accept it over https only.
  const name = isSecure ? '__Host-sv-rt' : 'sv-rt';
  const options = { httpOnly: true, secure: isSecure, sameSite: 'Strict', path: '/' } as const;
  const isBrowser = (c: Context) =>
    c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined;

  return {
    isBrowser,
    /** In a reply to a browser, moves the refresh token into the cookie. */
    seal(c: Context, session: AuthSession): AuthSession {
      if (!isBrowser(c)) return session;
      setCookie(c, name, session.refresh_token, { ...options, maxAge: maxAgeSeconds });
      const { sessionId } = readRefreshToken(session.refresh_token) ?? {};
      return { ...session, refresh_token: `${HANDLE_PREFIX}${sessionId}` };
    },
    /** What a client sent as a token. @throws refresh_token_not_found for a handle without its cookie */
    unseal(c: Context, sent: string): string {
      if (!sent.startsWith(HANDLE_PREFIX)) return sent;
      const token = getCookie(c, name);
      if (!token || readRefreshToken(token)?.sessionId !== sent.slice(HANDLE_PREFIX.length)) {
        throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
      }
      return token;
    },
    clear(c: Context): void {
      setCookie(c, name, '', { ...options, maxAge: 0 });
    },
    /** The refresh token in a request's cookie, not yet verified. */
    cookieToken: (c: Context): string | undefined => getCookie(c, name),
  };
}
export type BrowserMode = ReturnType<typeof createBrowserMode>;
