import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { freePort } from '../../../scripts/free-port.ts';
import { startWorld } from '../world.ts';
import { makeCertificate } from './certificate.ts';

export const HOSTED_KEY = 'a-public-key-of-the-provider';
const SECRET = new TextEncoder().encode('a secret that only the provider knows');

const NO_PAGE = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];

/**
 * A second instance of the product as a hosted provider: behind https with its own certificate, and open to
 * pages of other origins, like hosted services. The provider treats calls from pages like calls from scripts.
 */
export async function startHostedProvider(env: Record<string, string> = {}) {
  const [port, frontPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${frontPort}`;
  const provider = await startWorld({ env: { PORT: String(port), PUBLIC_URL: url, ...env } });
  const requests: string[] = [];

  async function answerAsSecretKeeper(token: string, response: ServerResponse): Promise<void> {
    const payload = await jwtVerify(token, SECRET).then(
      (verified) => verified.payload,
      () => null,
    );
    response.writeHead(payload ? 200 : 403, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        payload
          ? { id: payload.sub, email: payload.email, email_confirmed_at: new Date().toISOString() }
          : { code: 'bad_jwt', message: 'invalid JWT' },
      ),
    );
  }

  function answer(incoming: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(incoming.url ?? '', url);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    response.setHeader('access-control-allow-methods', '*');
    response.setHeader('access-control-expose-headers', 'x-supabase-api-version');
    if (incoming.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    requests.push(`${incoming.method} ${pathname}`);
    const token = incoming.headers.authorization?.replace('Bearer ', '') ?? '';
    if (pathname === '/auth/v1/user' && decodeProtectedHeader(token).alg === 'HS256') {
      void answerAsSecretKeeper(token, response);
      return;
    }
    const headers = { ...incoming.headers };
    for (const name of NO_PAGE) delete headers[name];
    const passed = request(
      { host: 'localhost', port, method: incoming.method, path: incoming.url, headers },
      (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  }

  const { key, cert } = makeCertificate();
  const certificateFile = join(provider.dataDir, 'certificate.pem');
  writeFileSync(certificateFile, cert);
  const front = createServer({ key, cert }, answer);
  await once(front.listen(frontPort, 'localhost'), 'listening');
  const closeFront = () =>
    new Promise<void>((resolve) => {
      front.close(() => resolve());
      front.closeAllConnections();
    });

  return {
    ...provider,
    url,
    /** The provider itself, without the HTTPS proxy in front of it, for tests that act as the provider. */
    plainUrl: `http://localhost:${port}`,
    /** The requests that came through the HTTPS proxy, such as `GET /auth/v1/user`. */
    requests: requests,
    /** The settings of a product that uses this provider. */
    settings: { IDENTITY_URL: url, IDENTITY_KEY: HOSTED_KEY, NODE_EXTRA_CA_CERTS: certificateFile },
    /** A token as issued by a provider that signs with a shared secret. */
    secretToken: (sub: string, { claims = {}, secret = SECRET, issuer = `${url}/auth/v1` } = {}) =>
      new SignJWT({ session_id: crypto.randomUUID(), email: `${sub}@example.com`, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience('authenticated')
        .setExpirationTime('15m')
        .sign(secret),
    closeFront,
    async close() {
      await closeFront();
      await provider.close();
    },
  };
}
export type HostedProvider = Awaited<ReturnType<typeof startHostedProvider>>;
