import { AuthError } from '../auth-error.ts';
import type { AuthRoutes, SignedInCall } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { findAccount, listFactors, listIdentities } from '../queries.ts';
import { readBody } from '../request.ts';
import type { BrowserMode } from '../sessions/browser-mode.ts';
import { type SignOutScope, signOut } from '../sessions/sign-out.ts';
import { type AuthUser, presentAccount } from './present.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { updateUser } from './update-user.ts';

const SCOPES: readonly string[] = ['global', 'local', 'others'] satisfies SignOutScope[];

/** The calls of a signed-in person about their account. */
export function userRoutes({ signedIn }: AuthRoutes, provider: Provider, browser: BrowserMode): void {
  async function show(userId: string): Promise<AuthUser> {
    const user = await provider.db.read(async (conn) => {
      const account = await findAccount(conn, userId);
      if (!account) return null;
      return presentAccount(account, await listIdentities(conn, userId), await listFactors(conn, userId));
    });
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return user;
  }

  signedIn({ method: 'get', path: '/user', level: 'aal1', proof: 'none' }, async ({ c, asker }) =>
    c.json(await show(asker.userId)),
  );

  const changesWayIn = async ({ c }: SignedInCall) => {
    const { email, password } = await readBody(c);
    return email !== undefined || password !== undefined;
  };
  signedIn(
    { method: 'put', path: '/user', level: 'aal2', proof: changesWayIn },
    async ({ c, asker: { userId, sessionId }, address }) => {
      const next = c.req.query('redirect_to');
      await updateUser(provider, { sessionId, address, body: await readBody(c), next });
      return c.json(await show(userId));
    },
  );

  signedIn(
    { method: 'delete', path: '/user/identities/:id', level: 'aal2', proof: 'needed' },
    async ({ c, asker, address }) => {
      await unlinkIdentity(provider, asker, { identityId: c.req.param('id') ?? '', address });
      return c.json({});
    },
  );

  signedIn(
    { method: 'post', path: '/logout', level: 'aal1', proof: 'none' },
    async ({ c, asker, address }) => {
      const scope = c.req.query('scope') ?? 'global';
      if (!SCOPES.includes(scope)) {
        throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
      }
      await signOut(provider, { ...asker, address }, scope as SignOutScope);
      if (scope !== 'others') browser.clear(c);
      return c.body(null, 204);
    },
  );
}
