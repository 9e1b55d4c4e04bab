import type { Provider } from '../context.ts';
import type { External } from '../external/external.ts';
import { derivedFrom } from '../external/pkce.ts';
import { accountOf, linkTo, PROVIDER } from './account-of.ts';
import type { OidcSettings } from './provider-client.ts';

export function createOidc(provider: Provider, settings: OidcSettings): External {
  // Loaded only where a provider is configured.
  const opening = import('./provider-client.ts').then(({ createProviderClient }) =>
    createProviderClient(settings),
  );
  const secretsOf = (state: string, redirectUri: string) => ({
    ...{ state, redirectUri },
    verifier: derivedFrom(state, provider.deriveKey, 'openid verifiers'),
    nonce: derivedFrom(state, provider.deriveKey, 'openid nonces'),
  });
  return {
    name: PROVIDER,
    label: settings.name,
    pageFor: async ({ state, redirectUri }) => (await opening).pageFor(secretsOf(state, redirectUri)),
    async identify({ params, state, redirectUri }) {
      const client = await opening;
      const { sub, address } = await client.identify(params, secretsOf(state, redirectUri));
      // A subject is unique within its issuer only; neither contains a space.
      const subject = `${settings.issuer} ${sub}`;
      return {
        signIn: (tx, from) => accountOf(provider, tx, { subject, email: address }, from),
        link: (tx, account, from) => linkTo(provider, tx, account, { subject, address: from }),
      };
    },
  };
}
