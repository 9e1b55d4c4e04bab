import type { Listing } from '@selvedge/shared/listings';
import { createStore } from 'zustand/vanilla';

/** Listings that were told of since the page was loaded, with the place they then had: id → `bumpedAt`. */
export type Arrivals = Readonly<Record<string, string>>;
export const arrivals = createStore<Arrivals>(() => ({}));

export const arrived = ({ id, bumpedAt }: Listing): void => arrivals.setState({ [id]: bumpedAt });

export function left(id: string): void {
  const { [id]: _, ...others } = arrivals.getState();
  arrivals.setState(others, true);
}

/** How many of them stand above the top of a grid, the latest bumped first: new ones, and those bumped since. */
export function countAbove(told: Arrivals, grid: Pick<Listing, 'id' | 'bumpedAt'>[]): number {
  const top = grid[0] ?? { id: '', bumpedAt: '' };
  // What is the first one already comes no higher.
  return Object.entries(told).filter(([id, bumpedAt]) => id !== top.id && bumpedAt > top.bumpedAt).length;
}
