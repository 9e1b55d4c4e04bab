import * as z from 'zod';
import type { AuthRoutes, SignedInCall } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import {
  challengePasskeys,
  enrollPasskeys,
  isPasskeyFactor,
  verifyPasskeyStep,
} from '../passkeys/second-step.ts';
import { isRecovering } from '../proof/fresh.ts';
import { readBody, textOf } from '../request.ts';
import type { BrowserMode } from '../sessions/browser-mode.ts';
import { challenge, factorNotFound } from './challenge.ts';
import { enroll, factorName } from './enroll.ts';
import { findFactor } from './queries.ts';
import { unenroll } from './unenroll.ts';
import { verifyFactor } from './verify.ts';

/** @throws mfa_factor_not_found for a malformed id. */
function idOf(text: string): string {
  if (!z.uuid().safeParse(text).success) throw factorNotFound();
  return text;
}
/** No challenge has this id. It replaces malformed ones, which the databases treat differently. */
const NO_ID = '00000000-0000-4000-8000-000000000000';

const Webauthn = z.object({ credential_response: z.unknown() });

const findFactorOf = (provider: Provider, { c, caller }: SignedInCall) => {
  const id = idOf(c.req.param('id') ?? '');
  return provider.db.read((conn) => findFactor(conn, caller.userId, id));
};

/** Whether a code or passkey activates a factor, which every later sign-in then requires. */
const isFirstCode = (provider: Provider) => async (call: SignedInCall) =>
  (await findFactorOf(provider, call))?.onSince === null;

/** False for sessions that `unenroll` refuses anyway. */
const isRemovalOfVerified = (provider: Provider) => async (call: SignedInCall) => {
  const { level, session } = call.caller;
  if (level !== 'aal2' && !isRecovering(session)) return false;
  const factor = await findFactorOf(provider, call);
  return factor !== undefined && factor.onSince !== null;
};

export function factorRoutes({ signedIn }: AuthRoutes, provider: Provider, browser: BrowserMode): void {
  signedIn(
    { method: 'post', path: '/factors', level: 'aal2', levelStatus: 403, proof: 'needed' },
    async ({ c, caller }) => {
      const { factor_type, friendly_name } = await readBody(c);
      const name = factorName(textOf(friendly_name));
      return c.json(
        factor_type === 'webauthn'
          ? await enrollPasskeys(provider, caller, name)
          : await enroll(provider, caller, { type: factor_type, name }),
      );
    },
  );

  signedIn(
    // Level 1 is enough for an unfinished set-up, and for a young app after a recovery: see `unenroll`.
    { method: 'delete', path: '/factors/:id', level: 'aal1', proof: isRemovalOfVerified(provider) },
    async ({ c, caller, address }) => {
      const id = idOf(c.req.param('id') ?? '');
      await unenroll(provider, caller, { factorId: id, address });
      return c.json({ id });
    },
  );

  signedIn(
    { method: 'post', path: '/factors/:id/challenge', level: 'aal1', proof: 'none' },
    async ({ c, caller }) => {
      const id = idOf(c.req.param('id') ?? '');
      if (isPasskeyFactor(caller, id)) return c.json(await challengePasskeys(provider, caller));
      return c.json(await challenge(provider, caller.userId, id));
    },
  );

  signedIn(
    { method: 'post', path: '/factors/:id/verify', level: 'aal1', proof: isFirstCode(provider) },
    async ({ c, caller, address }) => {
      const factorId = idOf(c.req.param('id') ?? '');
      const { challenge_id, code, webauthn } = await readBody(c);
      if (isPasskeyFactor(caller, factorId)) {
        const credential = Webauthn.safeParse(webauthn).data?.credential_response;
        const used = { challengeId: challenge_id, credential, address };
        return c.json(browser.seal(c, await verifyPasskeyStep(provider, caller, used)));
      }
      const challengeId = z.uuid().safeParse(challenge_id).data ?? NO_ID;
      const attempt = { factorId, challengeId, code: textOf(code).trim(), address };
      return c.json(browser.seal(c, await verifyFactor(provider, caller, attempt)));
    },
  );
}
