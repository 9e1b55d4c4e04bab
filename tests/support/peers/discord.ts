import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const CLIENT = { id: 'selvedge-tests', secret: 'the secret of the tests' };

export interface DiscordPerson {
  id: string;
  username: string;
  global_name: string | null;
  avatar: string | null;
  email: string | null;
  verified: boolean;
}

interface Picture {
  status?: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

interface Grant {
  person: DiscordPerson;
  redirectUri: string;
  challenge: string;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * Stands in for Discord: the consent page, the exchange of the code for a token, and the user's profile. It
 * enforces its side of OAuth: the client secret, the same redirect URI, the PKCE verifier, and single-use
 * codes.
 */
export async function startDiscord() {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, DiscordPerson>();
  /** All codes and tokens that were issued, so that tests can search for leaks. */
  const secrets: string[] = [];
  /** Its responses to requests for pictures, by path, and the requested paths. */
  const pictures = new Map<string, Picture>();
  const requests: string[] = [];
  let person: DiscordPerson;

  /** The URL to which the browser is redirected when the user consents. */
  function approve(address: string): string {
    const query = new URL(address).searchParams;
    const code = `discord-code-${randomUUID()}`;
    codes.set(code, {
      person,
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
    });
    secrets.push(code);
    return `${query.get('redirect_uri')}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`;
  }
  /** The URL to which the browser is redirected when the user declines. */
  function cancel(address: string): string {
    const query = new URL(address).searchParams;
    const answer = { error: 'access_denied', state: query.get('state') ?? '' };
    return `${query.get('redirect_uri')}?${new URLSearchParams(answer)}`;
  }

  const http = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const url = new URL(request.url ?? '/', 'http://discord.test');
    if (url.pathname === '/oauth2/authorize') {
      const links = [
        ['Authorize', approve(url.href)],
        ['Cancel', cancel(url.href)],
      ].map(([text, href]) => `<a href="${href?.replaceAll('&', '&amp;')}">${text}</a>`);
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end(`<!doctype html><title>Discord</title>${links.join(' ')}`);
    }
    if (url.pathname === '/api/oauth2/token' && request.method === 'POST') {
      const sent = await bodyOf(request);
      const code = sent.get('code') ?? '';
      const grant = codes.get(code);
      codes.delete(code);
      const isOurs =
        sent.get('grant_type') === 'authorization_code' &&
        sent.get('client_id') === CLIENT.id &&
        sent.get('client_secret') === CLIENT.secret &&
        sent.get('redirect_uri') === grant?.redirectUri &&
        s256(sent.get('code_verifier') ?? '') === grant?.challenge;
      if (!grant || !isOurs) return json(400, { error: 'invalid_grant' });
      const token = `discord-token-${randomUUID()}`;
      tokens.set(token, grant.person);
      secrets.push(token);
      return json(200, { access_token: token, token_type: 'Bearer', expires_in: 604_800 });
    }
    if (url.pathname.startsWith('/avatars/')) {
      requests.push(url.pathname);
      const { status = 200, headers = {}, body } = pictures.get(url.pathname) ?? { status: 404 };
      return response.writeHead(status, headers).end(body);
    }
    const known = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (url.pathname === '/api/users/@me' && known) return json(200, known);
    return json(404, { message: 'Unknown' });
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const stand = {
    url,
    secrets,
    pictures,
    requests: requests,
    approve,
    cancel,
    /** The settings with which the product uses this peer. */
    env: { DISCORD_CLIENT_ID: CLIENT.id, DISCORD_CLIENT_SECRET: CLIENT.secret, DISCORD_BASE_URL: url },
    /** Replaces the user signed in at Discord. */
    become(changes: Partial<DiscordPerson> = {}): DiscordPerson {
      const id = String(BigInt(`0x${randomUUID().replaceAll('-', '').slice(0, 15)}`));
      person = {
        id,
        username: `loom${id.slice(0, 6)}`,
        global_name: 'Loom',
        avatar: 'a1b2c3',
        email: `discord-${id}@example.com`,
        verified: true,
        ...changes,
      };
      return person;
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  person = stand.become();
  return stand;
}
export type Discord = Awaited<ReturnType<typeof startDiscord>>;
