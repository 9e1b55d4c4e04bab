import type { AuthRoutes } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { proveByPasskey } from '../passkeys/prove-by-passkey.ts';
import { readBody, textOf } from '../request.ts';
import { mailNonce } from './nonce.ts';
import { requireProof } from './require-proof.ts';

export function proofRoutes({ signedIn }: AuthRoutes, provider: Provider): void {
  // A GET that sends mail: the unmodified client uses it. It needs the token, which a link cannot carry.
  signedIn(
    { method: 'get', path: '/reauthenticate', level: 'aal1', proof: 'none' },
    async ({ c, caller, address }) => {
      await mailNonce(provider, caller, address);
      return c.json({});
    },
  );

  signedIn(
    { method: 'post', path: '/reauthenticate', level: 'aal1', proof: 'none' },
    async ({ c, caller, address }) => {
      const { password, nonce, challenge_id: challengeId, credential } = await readBody(c);
      if (credential !== undefined) {
        await proveByPasskey(provider, caller, { challengeId, credential, address });
        return c.json({});
      }
      const given = textOf(nonce) === '' ? { password: textOf(password) } : { nonce: textOf(nonce) };
      await requireProof(provider, caller, { given, address });
      return c.json({});
    },
  );
}
