import { clientAddress } from '../../platform/http/client-address.ts';
import type { AuthRoutes } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { readBody, textOf } from '../request.ts';
import type { BrowserMode } from '../sessions/browser-mode.ts';
import { addPasskey, beginRegistration } from './add-passkey.ts';
import { askForPasskey } from './prove-by-passkey.ts';
import { listPasskeys, type PasskeyRow } from './queries.ts';
import { canHavePasskeys } from './relying-party.ts';
import { removePasskey } from './remove-passkey.ts';
import { passkeyId, renamePasskey } from './rename-passkey.ts';
import { beginSignIn, signInWithPasskey } from './sign-in.ts';

const present = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  friendly_name: name,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
});

/** The client's passkey endpoints, and `POST /reauthenticate/passkey`, which the contract lacks. */
export function passkeyRoutes(
  { open, signedIn }: AuthRoutes,
  provider: Provider,
  browser: BrowserMode,
): void {
  if (!canHavePasskeys(provider.config)) return;
  const { trustProxy } = provider.config;

  open('post', '/passkeys/authentication/options', async (c) =>
    c.json(await beginSignIn(provider, clientAddress(c, trustProxy))),
  );
  open('post', '/passkeys/authentication/verify', async (c) => {
    const { challenge_id: challengeId, credential } = await readBody(c);
    const attempt = { challengeId, credential, address: clientAddress(c, trustProxy) };
    return c.json(browser.seal(c, await signInWithPasskey(provider, attempt)));
  });

  const change = { level: 'aal2', levelStatus: 403, proof: 'needed' } as const;
  signedIn({ method: 'post', path: '/passkeys/registration/options', ...change }, async ({ c, caller }) =>
    c.json(await beginRegistration(provider, caller)),
  );
  signedIn(
    { method: 'post', path: '/passkeys/registration/verify', ...change },
    async ({ c, caller, address }) => {
      const { challenge_id: challengeId, credential } = await readBody(c);
      const userAgent = c.req.header('user-agent') ?? '';
      return c.json(
        present(await addPasskey(provider, caller, { challengeId, credential, address, userAgent })),
      );
    },
  );

  signedIn({ method: 'get', path: '/passkeys', level: 'aal2', proof: 'none' }, async ({ c, caller }) => {
    const passkeys = await provider.db.read(async (conn) => listPasskeys(conn, caller.userId));
    return c.json(passkeys.map(present));
  });
  signedIn({ method: 'patch', path: '/passkeys/:id', ...change }, async ({ c, caller }) => {
    const name = textOf((await readBody(c)).friendly_name);
    return c.json(present(await renamePasskey(provider, caller, { id: passkeyId(c.req.param('id')), name })));
  });
  signedIn({ method: 'delete', path: '/passkeys/:id', ...change }, async ({ c, caller, address }) => {
    await removePasskey(provider, caller, { id: passkeyId(c.req.param('id')), address });
    return c.body(null, 204);
  });

  signedIn(
    { method: 'post', path: '/reauthenticate/passkey', level: 'aal1', proof: 'none' },
    async ({ c, caller }) => c.json(await askForPasskey(provider, caller)),
  );
}
