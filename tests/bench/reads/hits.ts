import type { Contest } from './contest.ts';
import { type Sampled, saturate } from './load.ts';
import { CONVERSATIONS, type Site } from './site.ts';

/** The paths of both pages of the seller's inbox, and of ten of its threads. */
export async function privatePaths({ product, seller, ids }: Site) {
  const first = '/api/conversations?limit=100';
  const link = (await seller.request('GET', first)).headers.get('link') ?? '';
  const second = /<(.+)>/.exec(link)?.[1];
  if (!second) throw new Error(`the inbox at ${product.url} has one page`);
  const threads = ids.slice(0, 10).map((id) => `/api/conversations/${id}/messages?limit=50`);
  return { inbox: [first, second], threads };
}

/** Pages that have not changed since the previous request. */
export async function hits(site: Site): Promise<Contest[]> {
  const { product, limits, seller } = site;
  const grid = await fetch(`${product.url}/api/listings`);
  const listings = (await grid.json()) as { id: string }[];
  const isPublic = async (name: string, times: number, paths: string[]): Promise<Contest> => {
    const ours: Sampled = { url: product.url, paths };
    const { bytes } = await saturate(ours, 1);
    const limit: Sampled = { url: limits.url, paths: [`/ready/${bytes}`] };
    return { name, times, ours: () => ours, limit: () => limit };
  };
  const isPrivate = (name: string, times: number, paths: string[]): Contest => {
    const [ours, limit] = [product, limits].map(({ url }) => ({ url, paths, token: seller.token }));
    return { name, times, ours: () => ours as Sampled, limit: () => limit as Sampled };
  };
  const { inbox, threads } = await privatePaths(site);
  return [
    await isPublic('the grid of 60', 2_000, ['/api/listings']),
    await isPublic(
      'one listing',
      4_000,
      listings.map(({ id }) => `/api/listings/${id}`),
    ),
    isPrivate(`inbox of ${CONVERSATIONS}`, 600, inbox),
    isPrivate('50 messages', 1_500, threads),
  ];
}
