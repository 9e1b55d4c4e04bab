import { User } from '@selvedge/shared/members/users';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { type Api, bearer, memberRead, publicRead } from '../../platform/http/endpoint.ts';
import { isOwnOrigin } from '../../platform/http/own-origin.ts';
import { asAppError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { SyncDiscord, syncDiscord } from '../discord/sync-discord.ts';
import { lockSession } from '../queries.ts';
import type { BrowserMode } from '../sessions/browser-mode.ts';
import { endedRoute } from '../sessions/ended-route.ts';
import { isGenuine, readRefreshToken } from '../sessions/refresh-token.ts';
import { signOut } from '../sessions/sign-out.ts';
import { requireAdmission } from './admit.ts';
import { readUser } from './read-user.ts';
import { signUp } from './sign-up.ts';

const SIGNED_UP = 'Signup successful. Please check your email to verify your account.';

export function loginRoute(api: Api): void {
  api.endpoint(
    {
      ...publicRead,
      path: '/api/login',
      summary: 'Redirect to the sign-in page',
      replies: { 302: null },
    },
    ({ c }) => c.redirect('/login'),
  );
}

export function meRoute(api: Api, db: Database): void {
  api.endpoint(
    {
      ...memberRead,
      scope: null,
      path: '/api/auth/user',
      summary: 'Me',
      isBeforeSecondStep: true,
      replies: { 200: User },
    },
    async ({ c, actor }) => c.json(await readUser(db, actor)),
  );
}

export function discordRoute(api: Api, db: Database): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/auth/sync-discord',
      budget: 'account',
      summary:
        'Sync my profile with Discord; the body is only compared with the profile that Discord returned',
      access: 'member',
      scope: null,
      body: SyncDiscord,
      replies: { 200: User },
    },
    async ({ c, actor, body }) => c.json(await syncDiscord(db, actor, body)),
  );
}

interface SignUp {
  email: string;
  password: string;
  invite?: string | undefined;
  /** The hash of the rules that the caller agrees to. */
  rules?: string | undefined;
  /** The path on this site to open after the mailed link. */
  next?: string | undefined;
  address: string;
}

/** Longer than any secret. */
const SECRET_MAX = 200;
const Secret = z.string().max(SECRET_MAX);

function inviteRoute(api: Api, provider: Provider): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/auth/invite',
      budget: 'calls',
      summary: 'Check an invitation; it is not used up',
      access: 'public',
      body: z.strictObject({ invite: Secret }),
      replies: { 204: null },
    },
    async ({ c, body }) => {
      const address = clientAddress(c, provider.config.trustProxy);
      await requireAdmission(provider, body.invite, address).catch((error: unknown) => {
        throw asAppError(error);
      });
      return c.body(null, 204);
    },
  );
}

/** Sign-up through the product's own API, the same for both providers. */
export function signUpRoute(
  api: Api,
  config: Pick<Config, 'trustProxy'>,
  signUpThere: (input: SignUp) => Promise<{ username: string }>,
): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/auth/signup',
      budget: 'calls',
      summary: 'Sign up; the reply does not reveal whether the address is known',
      access: 'public',
      body: z.strictObject({
        email: z.string(),
        password: z.string(),
        invite: Secret.optional().meta({ description: 'The secret of an invitation' }),
        rules: z.string().max(64).optional().meta({
          description: 'The hash of the rules that the caller agrees to, where the instance has rules',
        }),
        next: z.string().optional().meta({
          description: 'A path of this site to open after the link in the mail',
        }),
      }),
      replies: { 200: z.object({ message: z.string(), username: z.string() }) },
    },
    async ({ c, body }) => {
      const address = clientAddress(c, config.trustProxy);
      const { username } = await signUpThere({ ...body, address }).catch((error: unknown) => {
        throw asAppError(error);
      });
      return c.json({ message: SIGNED_UP, username });
    },
  );
}

/** Sign-out through the product's own API. `end` gets the bearer token, if there is one. */
export function signOutRoute(
  api: Api,
  config: Pick<Config, 'publicUrl'>,
  end: (c: Context, token: string | undefined) => Promise<void>,
): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/auth/signout',
      budget: 'calls',
      summary: 'End this session, even if its tokens have expired',
      access: 'public',
      replies: { 200: z.object({ message: z.string() }) },
    },
    async ({ c }) => {
      // Otherwise pages of other sites could sign members out.
      if (isOwnOrigin(c.req.header('origin'), config.publicUrl)) {
        await end(c, bearer(c));
      }
      return c.json({ message: 'Signed out' });
    },
  );
}

export function accountRoutes(api: Api, provider: Provider, browser: BrowserMode): void {
  const { db, config } = provider;
  loginRoute(api);
  meRoute(api, db);
  endedRoute(api, db);
  discordRoute(api, db);
  inviteRoute(api, provider);
  signUpRoute(api, config, ({ rules, ...input }) => signUp(provider, { ...input, data: { rules } }));
  signOutRoute(api, config, async (c, token) => {
    const session = await sessionOf(token, browser.cookieToken(c));
    const address = clientAddress(c, config.trustProxy);
    if (session) await signOut(provider, { ...session, address }, 'local');
    browser.clear(c);
  });

  async function sessionOf(accessToken: string | undefined, refreshToken: string | undefined) {
    const claims = accessToken && (await provider.accessTokens.verifyEnded(accessToken).catch(() => null));
    if (claims) return { userId: claims.sub, sessionId: claims.session_id };
    const claim = refreshToken ? readRefreshToken(refreshToken) : null;
    if (!claim || !refreshToken) return null;
    const session = await db.transact((tx) => lockSession(tx, claim.sessionId));
    const isOurs = session && isGenuine(refreshToken, session.salt, provider.deriveKey);
    return isOurs ? { userId: session.userId, sessionId: session.id } : null;
  }
}
