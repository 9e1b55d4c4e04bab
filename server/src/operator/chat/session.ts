import { type Client, type ClientParts, createClient, type Ended } from '@selvedge/shared/client';
import type { Problem } from '@selvedge/shared/platform/errors';
import { io } from 'socket.io-client';
import { AppError } from '../../platform/core/errors.ts';
import { createTokens } from '../tokens.ts';

/** An API key or existing access token, or the e-mail and password of the sign-in page. */
export type Credentials = { token: string } | { email: string; password: string };

const REFUSED = 'The server does not accept the API key or token: it may have expired or been revoked.';

const REASONS: Record<Exclude<Ended, 'unauthorized'>, string> = {
  revoked: 'the API key was revoked',
  signed_out: 'it was signed out',
  password_changed: 'the password was changed',
  suspended: 'the account is suspended',
  deleted: 'the account was deleted',
  token_reused: 'its refresh token was used twice',
};

export interface Session {
  /** A REST call. @throws an `AppError` with the server's code and message. */
  get<T>(path: string): Promise<{ body: T; next: string | null }>;
  post<T>(path: string, body: object): Promise<T>;
  /** @param ended receives why the client stops reconnecting, in words */
  open(listeners: Pick<ClientParts, 'connected' | 'lost'> & { ended: (reason: AppError) => void }): Client;
}

function tokensOf(url: string, credentials: Credentials): ClientParts['accessToken'] {
  if ('email' in credentials) return createTokens(url, credentials.email, credentials.password).current;
  // A given token cannot be renewed.
  return async ({ anew }) => (anew ? null : credentials.token);
}

async function refusal(response: Response): Promise<AppError> {
  if (response.status === 401) return new AppError('unauthorized', REFUSED);
  const problem = (await response.json().catch(() => null)) as Problem | null;
  return new AppError(
    problem?.code ?? 'unavailable',
    problem?.message ?? `The server responded with ${response.status}.`,
  );
}

const messageOf = (reason: Ended): string =>
  reason === 'unauthorized' ? REFUSED : `The session has ended: ${REASONS[reason]}.`;

/** Uses the API that is open to any script. @param url the server's origin */
export function createSession(url: string, credentials: Credentials): Session {
  const accessToken = tokensOf(url, credentials);

  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${await accessToken({ anew: false })}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await refusal(response);
    return response;
  }

  // Responses are trusted to match the contract: both ends are in this repository.
  return {
    async get<T>(path: string) {
      const response = await call('GET', path);
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
      return { body: (await response.json()) as T, next };
    },
    post: async <T>(path: string, body: object) => (await (await call('POST', path, body)).json()) as T,
    open: ({ ended, ...listeners }) =>
      createClient({
        ...{ url, open: (origin, options) => io(origin, options), accessToken, ...listeners },
        ended: (reason) => ended(new AppError('unauthorized', messageOf(reason))),
      }),
  };
}
