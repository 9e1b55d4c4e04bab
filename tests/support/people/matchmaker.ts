import type { Match } from '@selvedge/shared/items/matches';
import { vi } from 'vitest';
import { countJobs } from '../../../server/src/items/queue/queries.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { type ListingInput, listingOf } from '../data/listing-form.ts';
import type { World } from '../world.ts';
import { addUpload } from './market.ts';

/** The body sent by the WTB form. */
export const wantedOf = (changes: Record<string, string> = {}) => ({
  title: 'Ring coat',
  brand: 'Kapital',
  size: 'L',
  maxPrice: '900',
  ...changes,
});

/** Listings, WTBs and their matches, over the API of a world. */
export function openMatchmaker(world: World) {
  async function answer<T = { id: string }>(
    as: Actor,
    method: string,
    path: string,
    json?: unknown,
  ): Promise<T> {
    const response = await world.call(method, path, { as, json });
    if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  const waiting = async () =>
    (await world.db.read(async (conn) => countJobs(conn, ['listing', 'wanted'])))[0]?.count ?? 0;
  return {
    /** Lists an item whose photo has no file. */
    async list(as: Actor, changes: Partial<ListingInput> = {}): Promise<string> {
      const form = listingOf([await addUpload(world.db, as.id)], { title: 'Ring coat, indigo', ...changes });
      return (await answer(as, 'POST', '/api/listings', form)).id;
    },
    postWanted: async (as: Actor, changes: Record<string, string> = {}): Promise<string> =>
      (await answer(as, 'POST', '/api/wtb-listings', wantedOf(changes))).id,
    matchesOf: (as: Actor, query = '') => answer<Match[]>(as, 'GET', `/api/matches${query}`),
    demand: (as: Actor, query: Record<string, string>) =>
      answer<unknown>(as, 'GET', `/api/demand?${new URLSearchParams(query)}`),
    /** The matches announced so far, each with the id of the member to whom. */
    matchEvents: () =>
      world.events
        .filter(({ event }) => event === 'match:new')
        .map(({ to, payload }) => ({ memberId: to, match: payload as Match })),
    isSettled: async () => (await waiting()) === 0,
    /** Resolves when all changes have been matched. */
    settled: () => vi.waitUntil(async () => (await waiting()) === 0, 10_000),
  };
}
