import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { freePort } from '../../../scripts/free-port.ts';

const OPENID_CLIENT = { id: 'selvedge', secret: 'the secret that both sides know' };

interface AddressClaims {
  email?: string | undefined;
  /** Some providers send the text 'true'. */
  email_verified?: boolean | string | undefined;
}

export interface OpenIdPerson extends AddressClaims {
  sub: string;
  /** What the ID token says as well; without it, only the userinfo document tells the address. */
  inIdToken?: AddressClaims;
}

/** A cookie jar for one host. */
function createJar() {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(response: Response) {
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        cookies.set(name, value);
      }
    },
  };
}

const signingKey = async () => ({
  ...(await exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)),
  kid: 'tests',
  use: 'sig',
  alg: 'RS256',
});

/**
 * A certified OpenID provider (the package `oidc-provider`) on loopback, whose members sign in without a form.
 * @param sites where it may redirect back to
 */
export async function startOpenId(sites: string[]) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const state = {
    person: { sub: 'nobody' } as OpenIdPerson,
    /** The member declines. */
    declines: false,
    /** Seconds that ID tokens are valid. */
    idTokenTtl: 3_600,
    /** Publishes other keys than it signs with. */
    swapsKeys: false,
  };
  const [key, otherKey] = [await signingKey(), await signingKey()];
  const people = new Map<string, OpenIdPerson>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OPENID_CLIENT.id,
        client_secret: OPENID_CLIENT.secret,
        redirect_uris: sites.map((site) => `${site}/auth/v1/callback`),
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    // Given in full: the package warns about its defaults.
    ttl: {
      ...{ AccessToken: 60, AuthorizationCode: 60, Grant: 60, Interaction: 60, Session: 60 },
      IdToken: () => state.idTokenTtl,
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims(use) {
        const { inIdToken, ...inUserinfo } = people.get(accountId) ?? { sub: accountId };
        // The package's types know a verification as a boolean only.
        return { ...(use === 'id_token' ? inIdToken : inUserinfo), sub: accountId } as { sub: string };
      },
    }),
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/jwks') && state.swapsKeys) {
      const { kid, use, alg, kty, n, e } = otherKey;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [{ kid, use, alg, kty, n, e }] }));
      return;
    }
    if (!path.startsWith('/interaction/')) {
      void answer(request, response);
      return;
    }
    void (async () => {
      const { sub } = state.person;
      people.set(sub, state.person);
      const grant = new provider.Grant({ accountId: sub, clientId: OPENID_CLIENT.id });
      grant.addOIDCScope('openid email profile');
      const result = state.declines
        ? { error: 'access_denied', error_description: 'declined' }
        : { login: { accountId: sub, remember: false }, consent: { grantId: await grant.save() } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    })();
  });
  await once(server.listen(port, 'localhost'), 'listening');

  return {
    issuer,
    /** The settings with which the product uses this peer. */
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: OPENID_CLIENT.id,
      OIDC_CLIENT_SECRET: OPENID_CLIENT.secret,
      OIDC_NAME: 'Acme',
    },
    state,
    become(person: Partial<OpenIdPerson> = {}): OpenIdPerson {
      const sub = randomUUID();
      state.person = { sub, email: `${sub}@example.com`, email_verified: true, ...person };
      return state.person;
    },
    /** Signs in on the page of a flow, as a browser does. @returns the URL of the site that it redirects back to */
    async signIn(page: string): Promise<string> {
      const jar = createJar();
      let at = page;
      for (let hops = 0; hops < 10; hops++) {
        const response = await fetch(at, { redirect: 'manual', headers: { cookie: jar.header() } });
        jar.keep(response);
        const location = response.headers.get('location');
        if (!location) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
        at = new URL(location, at).href;
        if (!at.startsWith(issuer)) return at;
      }
      throw new Error('the provider does not redirect back');
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type OpenId = Awaited<ReturnType<typeof startOpenId>>;
