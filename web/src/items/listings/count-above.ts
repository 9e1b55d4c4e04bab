import type { Listing } from '@selvedge/shared/items/listings';
import { isFoundBy } from '@selvedge/shared/platform/fold';
import type { Arrivals } from './arrivals.ts';

/** How many arrivals belong above the top of a grid: new or bumped listings that match the searched brand. */
export function countAbove(
  arrived: Arrivals,
  grid: Pick<Listing, 'id' | 'bumpedAt'>[],
  brandTerm: string,
): number {
  const top = grid[0] ?? { id: '', bumpedAt: '' };
  return Object.entries(arrived).filter(
    ([id, { bumpedAt, brand }]) =>
      // The top listing itself does not count: it cannot rise any higher.
      id !== top.id && bumpedAt > top.bumpedAt && isFoundBy(brandTerm, brand),
  ).length;
}
