import { AuthError } from '../auth-error.ts';
import type { AuthRoutes, SignedInCall } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { shownFactors } from '../factors/shown-factors.ts';
import { findAccount, listIdentities } from '../queries.ts';
import { readBody } from '../request.ts';
import type { BrowserMode } from '../sessions/browser-mode.ts';
import { type SignOutScope, signOut } from '../sessions/sign-out.ts';
import { type AuthUser, presentAccount } from './present.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { updateUser } from './update-user.ts';

const SCOPES: readonly string[] = ['global', 'local', 'others'] satisfies SignOutScope[];

export function userRoutes({ signedIn }: AuthRoutes, provider: Provider, browser: BrowserMode): void {
  async function show(userId: string): Promise<AuthUser> {
    const user = await provider.db.read(async (conn) => {
      const account = await findAccount(conn, userId);
      if (!account) return null;
      return presentAccount(account, await listIdentities(conn, userId), await shownFactors(conn, userId));
    });
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return user;
  }

  signedIn({ method: 'get', path: '/user', level: 'aal1', proof: 'none' }, async ({ c, caller }) =>
    c.json(await show(caller.userId)),
  );

  const changesCredentials = async ({ c }: SignedInCall) => {
    const { email, password } = await readBody(c);
    return email !== undefined || password !== undefined;
  };
  signedIn(
    { method: 'put', path: '/user', level: 'aal2', proof: changesCredentials },
    async ({ c, caller: { userId, sessionId }, address }) => {
      const next = c.req.query('redirect_to');
      await updateUser(provider, { sessionId, address, body: await readBody(c), next });
      return c.json(await show(userId));
    },
  );

  signedIn(
    { method: 'delete', path: '/user/identities/:id', level: 'aal2', proof: 'needed' },
    async ({ c, caller, address }) => {
      await unlinkIdentity(provider, caller, { identityId: c.req.param('id') ?? '', address });
      return c.json({});
    },
  );

  signedIn(
    { method: 'post', path: '/logout', level: 'aal1', proof: 'none' },
    async ({ c, caller, address }) => {
      const scope = c.req.query('scope') ?? 'global';
      if (!SCOPES.includes(scope)) {
        throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
      }
      await signOut(provider, { ...caller, address }, scope as SignOutScope);
      if (scope !== 'others') browser.clear(c);
      return c.body(null, 204);
    },
  );
}
