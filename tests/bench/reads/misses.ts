import { randomUUID } from 'node:crypto';
import { PAGE_MAX } from '@selvedge/shared/platform/limits';
import { encodeCursor } from '../../../server/src/platform/core/paging.ts';
import type { Contest } from './contest.ts';
import type { Site } from './site.ts';

const GRIDS = 400;
const LISTINGS = 2_000;
const INBOX_MIN = 41;

/** Pages that have not been requested since they changed: each address once after the market and all members changed. */
export function misses({ product, limits, seller, ids, sqlite, invalidate }: Site): Contest[] {
  const listings = sqlite
    .prepare('select id, bumped_at at from listings where seller_id <> ? order by random() limit 12000')
    .all(seller.id) as { id: string; at: number }[];
  const both = (name: string, paths: string[][], token?: string): Contest => {
    const requests = (url: string) => (round: number) => {
      const ofRound = paths[round % paths.length] ?? [];
      return { url, paths: ofRound, ...(token !== undefined && { token }) };
    };
    const times = paths[0]?.length ?? 0;
    return { name, times, ours: requests(product.url), limit: requests(limits.url), prepare: invalidate };
  };
  /** Paths of several rounds, made from listings in random order. */
  const roundsOf = (times: number, pathOf: (listing: { id: string; at: number }) => string): string[][] =>
    Array.from({ length: Math.max(1, Math.floor(listings.length / times)) }, (_, n) =>
      listings.slice(n * times, (n + 1) * times).map(pathOf),
    );
  const pastNewCursor = ({ at }: { at: number }) =>
    `/api/listings?cursor=${encodeCursor({ at: new Date(at), id: randomUUID() })}`;
  const inboxes = Array.from(
    { length: PAGE_MAX - INBOX_MIN + 1 },
    (_, n) => `/api/conversations?limit=${INBOX_MIN + n}`,
  );
  const threads = ids.map((id) => `/api/conversations/${id}/messages?limit=50`);
  return [
    both('the grid of 60 past a new cursor', roundsOf(GRIDS, pastNewCursor)),
    both(
      'another listing each time',
      roundsOf(LISTINGS, ({ id }) => `/api/listings/${id}`),
    ),
    both(`inbox pages of ${INBOX_MIN} to ${PAGE_MAX}`, [inboxes], seller.token),
    both('50 messages of another thread each time', [threads], seller.token),
  ];
}
