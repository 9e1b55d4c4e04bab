import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import { bearer } from '../http/endpoint.ts';
import type { Provider } from './context.ts';

type Counting = Pick<Provider, 'calls' | 'accessTokens' | 'config'>;

/**
 * Refreshes are not counted here, because refusing them would sign members out; only those with a forged
 * token are.
 */
const isRefresh = (c: Context): boolean =>
  c.req.path.endsWith('/token') && c.req.query('grant_type') === 'refresh_token';

/**
 * Counts a call without a valid token, in a budget separate from that of page visits.
 * @throws rate_limited
 */
export const countAnonymousCall = ({ calls }: Pick<Provider, 'calls'>, address: string): Promise<void> =>
  calls.visit(`provider ${address}`);

/**
 * Counts a call to the provider: by account with a valid token, otherwise by address.
 * @throws rate_limited
 */
export async function countCall(provider: Counting, c: Context): Promise<void> {
  if (isRefresh(c)) return;
  const token = bearer(c);
  const claims = token && (await provider.accessTokens.verify(token).catch(() => null));
  if (!claims) return countAnonymousCall(provider, clientAddress(c, provider.config.trustProxy));
  await provider.calls.member(`provider ${claims.sub}`);
}
