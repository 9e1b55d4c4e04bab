import type { Context } from 'hono';
import { clientAddress } from '../client-address.ts';
import { bearer } from '../endpoint.ts';
import type { Provider } from './context.ts';

type Counting = Pick<Provider, 'calls' | 'accessTokens' | 'config'>;

/** A refresh signs people out when it is refused for a while, so it is counted only once it has turned out not to be genuine. */
const isRefresh = (c: Context): boolean =>
  c.req.path.endsWith('/token') && c.req.query('grant_type') === 'refresh_token';

/** Counts a call of somebody unknown, apart from those of pages that are only looked at. @throws rate_limited */
export const countStranger = ({ calls }: Pick<Provider, 'calls'>, address: string): Promise<void> =>
  calls.visit(`provider ${address}`);

/** Counts a call of the provider, by the account where a token tells it. @throws rate_limited */
export async function countCall(provider: Counting, c: Context): Promise<void> {
  if (isRefresh(c)) return;
  const token = bearer(c);
  const claims = token && (await provider.accessTokens.verify(token).catch(() => null));
  if (!claims) return countStranger(provider, clientAddress(c, provider.config.trustProxy));
  const call = { method: 'post', path: '/auth/v1', address: '', itemId: undefined };
  await provider.calls.call({ ...call, personId: `provider ${claims.sub}` });
}
