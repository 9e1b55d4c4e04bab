import { randomUUID } from 'node:crypto';
import { encodeCursor } from '../../../server/src/core/paging.ts';
import type { Contest } from './contest.ts';
import type { Site } from './site.ts';

const GRIDS = 400;
const LISTINGS = 2_000;

/** Pages that nobody has requested since they changed. */
export function misses({ product, limits, sqlite, invalidate }: Site): Contest[] {
  const { first, last } = sqlite
    .prepare<[], { first: number; last: number }>(
      'select min(bumped_at) first, max(bumped_at) last from listings where seller_id in (select seller_id from listings limit 1)',
    )
    .get() as { first: number; last: number };
  const ids = sqlite
    .prepare('select id from listings order by random() limit 12000')
    .pluck()
    .all() as string[];
  const newCursor = () => {
    const at = new Date(Math.floor(first + (0.1 + 0.9 * Math.random()) * (last - first)));
    return `/api/listings?cursor=${encodeCursor({ at, id: randomUUID() })}`;
  };
  const both = (paths: (round: number) => string[]) => ({
    ours: (round: number) => ({ url: product.url, paths: paths(round) }),
    limit: (round: number) => ({ url: limits.url, paths: paths(round) }),
    prepare: invalidate,
  });
  const listingsOf = (round: number) => {
    const from = (round * LISTINGS) % ids.length;
    return ids.slice(from, from + LISTINGS).map((id) => `/api/listings/${id}`);
  };
  return [
    {
      name: 'the grid of 60 past a new cursor',
      times: GRIDS,
      ...both(() => Array.from({ length: GRIDS }, newCursor)),
    },
    { name: 'another listing each time', times: Math.min(LISTINGS, ids.length), ...both(listingsOf) },
  ];
}
