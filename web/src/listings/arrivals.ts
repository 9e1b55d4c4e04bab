import type { Listing } from '@selvedge/shared/listings';
import { createStore } from 'zustand/vanilla';

/** Listings that live facts have told of since the page was loaded: id → `bumpedAt` at that time. */
export type Arrivals = Readonly<Record<string, string>>;
export const arrivals = createStore<Arrivals>(() => ({}));

export const arrived = ({ id, bumpedAt }: Listing): void => arrivals.setState({ [id]: bumpedAt });

export function left(id: string): void {
  const { [id]: _, ...others } = arrivals.getState();
  arrivals.setState(others, true);
}

/** How many of the told listings belong above the top of a grid: new ones, and those bumped since. */
export function countAbove(told: Arrivals, grid: Pick<Listing, 'id' | 'bumpedAt'>[]): number {
  const top = grid[0] ?? { id: '', bumpedAt: '' };
  // The listing at the top itself does not count: it can rise no higher.
  return Object.entries(told).filter(([id, bumpedAt]) => id !== top.id && bumpedAt > top.bumpedAt).length;
}
