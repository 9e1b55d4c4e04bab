import type { Listing } from '@selvedge/shared/items/listings';
import { createStore } from 'zustand/vanilla';

type Arrival = Pick<Listing, 'bumpedAt' | 'brand'>;

/** Listings from live events since the page was loaded, by id, as they were then. */
export type Arrivals = Readonly<Record<string, Arrival>>;
export const arrivals = createStore<Arrivals>(() => ({}));

export function arrived({ id, bumpedAt, brand }: Listing): void {
  arrivals.setState({ [id]: { bumpedAt, brand } });
}

export function left(id: string): void {
  const { [id]: _, ...others } = arrivals.getState();
  arrivals.setState(others, true);
}
