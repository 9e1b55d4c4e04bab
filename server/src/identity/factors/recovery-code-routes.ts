import { RECOVERY_CODES } from '@selvedge/shared/identity/two-step';
import type { AuthRoutes, SignedInCall } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { readBody, textOf } from '../request.ts';
import type { BrowserMode } from '../sessions/browser-mode.ts';
import { countRecoveryCodes } from './queries.ts';
import { enterRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

const PATH = '/factors/recovery-codes';
const TYPE = { type: 'recovery_code', total: RECOVERY_CODES } as const;

/** Behind the client's `mfa.recoveryCodes`. The id of a member's set of codes is the member's id. */
export function recoveryCodeRoutes({ signedIn }: AuthRoutes, provider: Provider, browser: BrowserMode): void {
  signedIn({ method: 'get', path: PATH, level: 'aal2', proof: 'none' }, async ({ c, caller: { userId } }) => {
    const remaining = await provider.db.read((conn) => countRecoveryCodes(conn, userId));
    return c.json({ id: userId, ...TYPE, remaining });
  });

  const create =
    (replaces: boolean) =>
    async ({ c, caller, address }: SignedInCall) => {
      const codes = await makeRecoveryCodes(provider, caller, { replaces, address });
      return c.json({ id: caller.userId, ...TYPE, codes });
    };
  const rule = { method: 'post', level: 'aal2', levelStatus: 403, proof: 'needed' } as const;
  signedIn({ ...rule, path: PATH }, create(false));
  signedIn({ ...rule, path: `${PATH}/regenerate` }, create(true));

  signedIn(
    { method: 'post', path: `${PATH}/verify`, level: 'aal1', proof: 'none' },
    async ({ c, caller, address }) => {
      const code = textOf((await readBody(c)).code);
      return c.json(browser.seal(c, await enterRecoveryCode(provider, caller, { code, address })));
    },
  );
}
