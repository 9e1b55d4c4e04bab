import type { PageResponse } from '@selvedge/shared/platform/page-data';
import type { Context, Hono } from 'hono';
import type { Env } from '../platform/http/endpoint.ts';

/**
 * Makes a REST call within this process as a visitor of the page, so that a page embeds nothing but what the
 * API returns. `refused` when the call fails: the client then repeats it and shows why.
 */
export type FetchApi = (address: string) => Promise<PageResponse | 'missing' | 'refused'>;

export function isPageResponse(result: Awaited<ReturnType<FetchApi>>): result is PageResponse {
  return typeof result === 'object';
}

export function createApiFetcher(app: Hono<Env>, c: Context<Env>): FetchApi {
  return async (address) => {
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
}
