import type { Listing } from '@selvedge/shared/items/listings';
import { isFoundBy } from '@selvedge/shared/platform/fold';
import { createStore } from 'zustand/vanilla';

type Arrival = Pick<Listing, 'bumpedAt' | 'brand'>;

/** Listings from live events since the page was loaded, by id, as they were then. */
type Arrivals = Readonly<Record<string, Arrival>>;
export const arrivals = createStore<Arrivals>(() => ({}));

export function arrived({ id, bumpedAt, brand }: Listing): void {
  arrivals.setState({ [id]: { bumpedAt, brand } });
}

export function left(id: string): void {
  const { [id]: _, ...others } = arrivals.getState();
  arrivals.setState(others, true);
}

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
