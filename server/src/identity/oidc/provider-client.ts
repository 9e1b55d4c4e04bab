import * as oauth from 'oauth4webapi';
import type { Config } from '../../config.ts';
import { Claims, type OidcAddress, verifiedAddress } from './verified-address.ts';

export type OidcSettings = NonNullable<Config['identity']['oidc']>;

const SCOPE = 'openid email profile';
const TIMEOUT_MS = 5_000;
const METADATA_MS = 10 * 60_000;

interface OidcPerson {
  sub: string;
  address: OidcAddress;
}

/** The secrets of a flow: our PKCE verifier, and the nonce that its ID token must contain. */
interface FlowSecrets {
  state: string;
  verifier: string;
  nonce: string;
  redirectUri: string;
}

/**
 * The client of an OpenID provider (OpenID Connect Core 1.0, authorization code flow with PKCE). The library checks the
 * issuer of the metadata, of the return (RFC 9207) and of the ID token, its audience, expiry and nonce.
 */
export function createProviderClient({ issuer, clientId, clientSecret }: OidcSettings) {
  const client: oauth.Client = { client_id: clientId };
  const options = () => ({
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // The settings allow http for a loopback address only.
    [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
  });
  let cached: { metadata: oauth.AuthorizationServer; until: number } | null = null;

  async function discover(): Promise<oauth.AuthorizationServer> {
    const now = performance.now();
    if (cached && now < cached.until) return cached.metadata;
    const address = new URL(issuer);
    const response = await oauth.discoveryRequest(address, options());
    const metadata = await oauth.processDiscoveryResponse(address, response);
    cached = { metadata, until: now + METADATA_MS };
    return metadata;
  }

  const authenticate = ({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer) =>
    !methods || methods.includes('client_secret_basic')
      ? oauth.ClientSecretBasic(clientSecret)
      : oauth.ClientSecretPost(clientSecret);

  return {
    /** The URL of the provider's page for a flow. Rejects when the provider is unreachable. */
    async pageFor({ state, verifier, nonce, redirectUri }: FlowSecrets): Promise<string> {
      const { authorization_endpoint: page } = await discover();
      if (!page) throw new Error('the OpenID provider has no authorization endpoint');
      const url = new URL(page);
      const request = {
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: SCOPE },
        ...{ state, nonce, code_challenge_method: 'S256' },
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      };
      for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
      return url.href;
    },

    /** The tokens are used for this only and not stored. Rejects when any check fails. */
    async identify(
      params: URLSearchParams,
      { state, verifier, nonce, redirectUri }: FlowSecrets,
    ): Promise<OidcPerson> {
      const metadata = await discover();
      const returned = oauth.validateAuthResponse(metadata, client, params, state);
      const response = await oauth.authorizationCodeGrantRequest(
        ...([metadata, client, authenticate(metadata), returned, redirectUri, verifier] as const),
        options(),
      );
      const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      // Also over TLS, where the standard lets a client do without.
      await oauth.validateApplicationLevelSignature(metadata, response, options());
      const claims = Claims.parse(oauth.getValidatedIdTokenClaims(tokens));
      const { sub } = claims;
      if (!metadata.userinfo_endpoint) return { sub, address: verifiedAddress([claims]) };
      // Many providers tell the e-mail address only here.
      const info = await oauth.userInfoRequest(metadata, client, tokens.access_token, options());
      const profile = Claims.parse(await oauth.processUserInfoResponse(metadata, client, sub, info));
      return { sub, address: verifiedAddress([profile, claims]) };
    },
  };
}
