import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { clientAddress } from '../client-address.ts';
import { bearer, type Env } from '../endpoint.ts';
import { isOwnOrigin } from '../own-origin.ts';
import { AuthError, answerAuthError, sessionNotFound, unexpectedFailure } from './auth-error.ts';
import type { BrowserMode } from './browser-mode.ts';
import type { Provider } from './context.ts';
import { linkPages } from './link-pages.ts';
import { presentAccount } from './present.ts';
import { findAccount, findLive, listIdentities } from './queries.ts';
import { refreshSession } from './refresh-session.ts';
import { resendLink } from './resend-link.ts';
import { signInWithPassword } from './sign-in.ts';
import { type SignOutScope, signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { linkExpired, verifyLink } from './verify-link.ts';

const BODY_MAX_BYTES = 64 * 1024;
const JWKS_MAX_AGE_SECONDS = 600;
const SCOPES: readonly string[] = ['global', 'local', 'others'] satisfies SignOutScope[];

type Body = Record<string, unknown>;

async function readBody(c: Context): Promise<Body> {
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  return body as Body;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The person whose access token a request carries. */
async function whoAsks(provider: Provider, c: Context): Promise<{ userId: string; sessionId: string }> {
  const token = bearer(c);
  // Clients send their key where they have no token.
  if (!token || token === c.req.header('apikey')) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const claims = await provider.accessTokens.verify(token).catch(() => {
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  });
  const live = await provider.db.read((conn) => findLive(conn, claims.session_id));
  if (!live || live.session.userId !== claims.sub) throw sessionNotFound();
  return { userId: claims.sub, sessionId: claims.session_id };
}

function guard(auth: Hono<Env>, { config, log }: Provider): void {
  auth.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    if (!isOwnOrigin(c.req.header('origin'), config.publicUrl)) {
      return answerAuthError(
        c,
        new AuthError(403, 'bad_origin', 'Requests from other sites are not accepted'),
      );
    }
    return next();
  });
  auth.use(
    bodyLimit({
      maxSize: BODY_MAX_BYTES,
      onError: (c) => answerAuthError(c, new AuthError(413, 'request_too_large', 'The request is too large')),
    }),
  );
  auth.onError((error, c) => {
    if (error instanceof AuthError) return answerAuthError(c, error);
    log.error({ err: error, path: c.req.path }, 'identity request failed');
    return answerAuthError(c, unexpectedFailure());
  });
}

function grants(auth: Hono<Env>, provider: Provider, browser: BrowserMode): void {
  const addressOf = (c: Context) => clientAddress(c, provider.config.trustProxy);

  auth.post('/signup', async (c) => {
    const { email, password } = await readBody(c);
    const { session, user } = await signUp(provider, { email, password, address: addressOf(c) });
    return c.json(session ? browser.seal(c, session) : user);
  });

  auth.post('/token', async (c) => {
    const body = await readBody(c);
    switch (c.req.query('grant_type')) {
      case 'password': {
        const { email, password } = body;
        return c.json(
          browser.seal(c, await signInWithPassword(provider, { email, password, address: addressOf(c) })),
        );
      }
      case 'refresh_token': {
        const token = browser.unseal(c, textOf(body.refresh_token));
        return c.json(browser.seal(c, await refreshSession(provider, token)));
      }
      default:
        throw new AuthError(400, 'validation_failed', 'unsupported grant_type');
    }
  });

  auth.post('/resend', async (c) => {
    const { email, type } = await readBody(c);
    if (type !== 'signup')
      throw new AuthError(400, 'validation_failed', 'Missing one of these types: signup');
    await resendLink(provider, email);
    return c.json({});
  });

  auth.post('/verify', async (c, next) => {
    if (!c.req.header('content-type')?.startsWith('application/json')) return next();
    const body = await readBody(c);
    await provider.limits.take('verifyPerAddress', addressOf(c));
    const token = textOf(body.token_hash);
    if (token === '') throw linkExpired('Token has expired or is invalid');
    return c.json(browser.seal(c, await verifyLink(provider, token, textOf(body.password))));
  });
}

function accounts(auth: Hono<Env>, provider: Provider, browser: BrowserMode): void {
  auth.get('/user', async (c) => {
    const { userId } = await whoAsks(provider, c);
    const user = await provider.db.read(async (conn) => {
      const account = await findAccount(conn, userId);
      return account && presentAccount(account, await listIdentities(conn, userId));
    });
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return c.json(user);
  });

  auth.post('/logout', async (c) => {
    const scope = c.req.query('scope') ?? 'global';
    if (!SCOPES.includes(scope))
      throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
    await signOut(provider, await whoAsks(provider, c), scope as SignOutScope);
    if (scope !== 'others') browser.clear(c);
    return c.body(null, 204);
  });
}

function facts(auth: Hono<Env>, { config, signingKey }: Provider): void {
  auth.get('/settings', (c) =>
    c.json({
      external: { email: true },
      disable_signup: !config.identity.signupOpen,
      mailer_autoconfirm: config.identity.autoconfirm,
    }),
  );
  auth.get('/health', (c) => c.json({ name: 'Selvedge', version: '1' }));
  auth.get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', `public, max-age=${JWKS_MAX_AGE_SECONDS}`);
    return c.json({ keys: [signingKey.publicJwk] });
  });
}

/** The provider's own door, `/auth/v1`. */
export function identityRoutes(provider: Provider, browser: BrowserMode): Hono<Env> {
  const auth = new Hono<Env>();
  guard(auth, provider);
  grants(auth, provider, browser);
  accounts(auth, provider, browser);
  facts(auth, provider);
  linkPages(auth, provider);
  auth.all('*', (c) =>
    answerAuthError(c, new AuthError(404, 'not_found', 'There is nothing at this address')),
  );
  return auth;
}
