import type { PageAnswer } from '@selvedge/shared/page-data';
import type { Context, Hono } from 'hono';
import type { Env } from '../http/endpoint.ts';

/**
 * Makes a REST call within this process, as a visitor of the page would, so that a page embeds nothing but what the
 * call itself answers. `refused` when the call fails: then the client makes it again and shows why.
 */
export type Ask = (address: string) => Promise<PageAnswer | 'missing' | 'refused'>;

export const createAsk =
  (app: Hono<Env>, c: Context<Env>): Ask =>
  async (address) => {
    const response = await app.request(address, {}, { ...c.env, isCounted: true });
    if (response.status === 404) return 'missing';
    if (response.status !== 200) return 'refused';
    return {
      body: await response.json(),
      link: response.headers.get('link'),
      total: response.headers.get('x-total-count'),
      isCapped: response.headers.has('x-total-count-capped'),
    };
  };
