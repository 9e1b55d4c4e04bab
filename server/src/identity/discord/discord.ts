import type { Provider } from '../context.ts';
import type { External } from '../external/external.ts';
import { derivedFrom, sha256 } from '../external/pkce.ts';
import { accountOf, linkTo, PROVIDER } from './account-of.ts';
import { authorizeAddress, type DiscordSettings, fetchDiscordUser } from './discord-api.ts';

export function createDiscord(provider: Provider, settings: DiscordSettings): External {
  const verifierOf = (state: string) => derivedFrom(state, provider.deriveKey, 'discord verifiers');
  return {
    name: PROVIDER,
    label: 'Discord',
    pageFor: async ({ state, redirectUri }) =>
      authorizeAddress(settings, { state, challenge: sha256(verifierOf(state)), redirectUri }),
    async identify({ params, state, redirectUri }) {
      const person = await fetchDiscordUser(settings, {
        ...{ code: params.get('code') ?? '', verifier: verifierOf(state), redirectUri },
      });
      return {
        signIn: (tx, from) => accountOf(provider, tx, person, from),
        link: (tx, account, address) => linkTo(provider, tx, account, { person, address }),
      };
    },
  };
}
