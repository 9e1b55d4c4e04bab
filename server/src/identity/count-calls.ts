import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import { bearer } from '../http/endpoint.ts';
import type { Provider } from './context.ts';

type Counting = Pick<Provider, 'calls' | 'accessTokens' | 'config'>;

/** Refreshes are not counted here, for refusing them would sign people out; only those with a forged token are. */
const isRefresh = (c: Context): boolean =>
  c.req.path.endsWith('/token') && c.req.query('grant_type') === 'refresh_token';

/** Counts a call without a valid token, in a budget apart from that of visitors' pages. @throws rate_limited */
export const countStranger = ({ calls }: Pick<Provider, 'calls'>, address: string): Promise<void> =>
  calls.visit(`provider ${address}`);

/** Counts a call to the provider: by account where it has a valid token, else by address. @throws rate_limited */
export async function countCall(provider: Counting, c: Context): Promise<void> {
  if (isRefresh(c)) return;
  const token = bearer(c);
  const claims = token && (await provider.accessTokens.verify(token).catch(() => null));
  if (!claims) return countStranger(provider, clientAddress(c, provider.config.trustProxy));
  await provider.calls.member(`provider ${claims.sub}`);
}
