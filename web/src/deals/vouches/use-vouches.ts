import type { SignedVouches, Vouch } from '@selvedge/shared/deals/vouches';
import { type ListPage, type Pages, usePages } from '../../lib/use-pages.ts';
import { fetchSigned } from './fetch-signed.ts';
import { vouchesKey, vouchesPath } from './keys.ts';

async function fetchPage(path: string): Promise<ListPage<Vouch>> {
  const { text, next } = await fetchSigned(path);
  // The server's responses follow its schemas.
  const { vouches, trust } = JSON.parse(text) as SignedVouches;
  return { items: vouches, next, total: trust.vouches };
}

/** The public vouches about a member, latest first. */
export function useVouches(username: string): Pages<Vouch> {
  return usePages<Vouch>(vouchesKey(username), vouchesPath(username), fetchPage);
}
