import type { Context, Hono } from 'hono';
import { clientAddress } from '../client-address.ts';
import type { Env } from '../endpoint.ts';
import { AuthError } from './auth-error.ts';
import type { BrowserMode } from './browser-mode.ts';
import type { Provider } from './context.ts';
import { needSecondStep } from './factors/need-second-step.ts';
import { type AuthUser, presentAccount } from './present.ts';
import { findAccount, listFactors, listIdentities } from './queries.ts';
import { readBody, whoAsks } from './request.ts';
import { type SignOutScope, signOut } from './sign-out.ts';
import { updateUser } from './update-user.ts';

const SCOPES: readonly string[] = ['global', 'local', 'others'] satisfies SignOutScope[];

/** The calls of a signed-in person about their account. */
export function userRoutes(auth: Hono<Env>, provider: Provider, browser: BrowserMode): void {
  const addressOf = (c: Context) => clientAddress(c, provider.config.trustProxy);

  async function show(userId: string): Promise<AuthUser> {
    const user = await provider.db.read(async (conn) => {
      const account = await findAccount(conn, userId);
      if (!account) return null;
      return presentAccount(account, await listIdentities(conn, userId), await listFactors(conn, userId));
    });
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return user;
  }

  auth.get('/user', async (c) => c.json(await show((await whoAsks(provider, c)).userId)));

  auth.put('/user', async (c) => {
    const asker = await whoAsks(provider, c);
    await needSecondStep(provider, asker);
    const { userId, sessionId } = asker;
    await updateUser(provider, { sessionId, address: addressOf(c), body: await readBody(c) });
    return c.json(await show(userId));
  });

  auth.post('/logout', async (c) => {
    const scope = c.req.query('scope') ?? 'global';
    if (!SCOPES.includes(scope)) {
      throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
    }
    const asker = await whoAsks(provider, c);
    await signOut(provider, { ...asker, address: addressOf(c) }, scope as SignOutScope);
    if (scope !== 'others') browser.clear(c);
    return c.body(null, 204);
  });
}
