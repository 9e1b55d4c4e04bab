import type { Context } from 'hono';
import { bearer } from '../platform/http/endpoint.ts';
import { AuthError, sessionNotFound } from './auth-error.ts';
import type { Provider } from './context.ts';
import { type AccountRow, findLive, type SessionRow } from './queries.ts';
import { isBanned, userBanned } from './sessions/banned.ts';
import { type Level, provenLevel } from './sessions/level.ts';

export function isJson(c: Context): boolean {
  return /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '');
}

export type Body = Record<string, unknown>;

/** Other sites' forms cannot send JSON. @throws AuthError unsupported_media_type; bad_json for no object */
export async function readBody(c: Context): Promise<Body> {
  if (!isJson(c)) {
    throw new AuthError(415, 'unsupported_media_type', 'Send the body as application/json');
  }
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  return body as Body;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export interface Caller {
  userId: string;
  sessionId: string;
  /** The level that this session has proven. */
  level: Level;
  account: AccountRow;
  session: SessionRow;
}

/** @throws AuthError no_authorization, bad_jwt, session_not_found, user_banned */
export async function readCaller(provider: Provider, c: Context): Promise<Caller> {
  const token = bearer(c);
  // Without a token, clients send their API key as the bearer.
  if (!token || token === c.req.header('apikey')) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const claims = await provider.accessTokens.verify(token).catch(() => {
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  });
  const live = await provider.db.read((conn) => findLive(conn, claims.session_id));
  if (!live || live.session.userId !== claims.sub) throw sessionNotFound();
  c.set('memberId', claims.sub);
  if (isBanned(live.account)) throw userBanned(403, live.account);
  const { session, account } = live;
  return { userId: claims.sub, sessionId: session.id, level: provenLevel(claims, session), account, session };
}
