import type { AuthRoutes } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { readBody, textOf } from '../request.ts';
import { needProof } from './need-proof.ts';
import { mailNonce } from './nonce.ts';

/** Proving anew that one's account is one's own. */
export function proofRoutes({ signedIn }: AuthRoutes, provider: Provider): void {
  // A GET that mails something: the unmodified client calls it so. It needs the bearer token, which no link carries.
  signedIn(
    { method: 'get', path: '/reauthenticate', level: 'aal1', proof: 'none' },
    async ({ c, asker, address }) => {
      await mailNonce(provider, asker, address);
      return c.json({});
    },
  );

  signedIn(
    { method: 'post', path: '/reauthenticate', level: 'aal1', proof: 'none' },
    async ({ c, asker, address }) => {
      const { password, nonce } = await readBody(c);
      const given = textOf(nonce) === '' ? { password: textOf(password) } : { nonce: textOf(nonce) };
      await needProof(provider, asker, { given, address });
      return c.json({});
    },
  );
}
