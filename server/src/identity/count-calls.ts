import type { Context, MiddlewareHandler } from 'hono';
import { clientAddress } from '../platform/http/client-address.ts';
import { bearer, type Env } from '../platform/http/endpoint.ts';
import type { Provider } from './context.ts';

type Counting = Pick<Provider, 'limits' | 'accessTokens' | 'config'>;

const isRefresh = ({ req }: Context): boolean =>
  req.method === 'POST' && req.path === '/auth/v1/token' && req.query('grant_type') === 'refresh_token';

/** Counts a call: by account where it has a valid access token, else by address. @throws rate_limited */
async function countCall({ limits, accessTokens, config }: Counting, c: Context): Promise<void> {
  const token = bearer(c);
  const claims = token && (await accessTokens.verify(token).catch(() => null));
  if (claims) await limits.take('callsOfMember', `provider ${claims.sub}`);
  else await limits.take('callsOfVisitor', `provider ${clientAddress(c, config.trustProxy)}`);
}

/** A refresh counts only once it has been refused: a 429 for a genuine token would sign its owner out. */
export function countCalls(provider: Counting): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!isRefresh(c)) {
      await countCall(provider, c);
      return next();
    }
    await next();
    if (c.res.status >= 400 && c.res.status < 500) await countCall(provider, c);
  };
}
