import type { SavedSearch, SearchPreview } from '@selvedge/shared/items/saved-searches';
import type { Notice } from '@selvedge/shared/notifications/updates';
import { vi } from 'vitest';
import { countJobs } from '../../../server/src/items/queue/queries.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { type ListingInput, listingOf } from '../data/listing-form.ts';
import type { World } from '../world.ts';
import { addUpload } from './market.ts';

/** Saved searches, and the listings that they find, over the API of a world. */
export function openSearcher(world: World) {
  async function answer<T>(as: Actor, method: string, path: string, json?: unknown): Promise<T> {
    const response = await world.call(method, path, { as, json });
    if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  const settled = () =>
    vi.waitUntil(
      async () => (await world.db.read(async (conn) => countJobs(conn, ['searches'])))[0]?.count === 0,
      10_000,
    );
  /** Does it, and waits until the searches have been compared. */
  const change = async <T>(as: Actor, method: string, path: string, json?: unknown): Promise<T> => {
    const answered = await answer<T>(as, method, path, json);
    await settled();
    return answered;
  };
  return {
    ...{ answer, settled },
    save: (as: Actor, query: string, more: Record<string, string> = {}) =>
      answer<SavedSearch>(as, 'POST', '/api/saved-searches', { query, alerts: 'instant', ...more }),
    searches: (as: Actor) => answer<SavedSearch[]>(as, 'GET', '/api/saved-searches'),
    preview: (as: Actor, query: string) =>
      answer<SearchPreview>(as, 'GET', `/api/saved-searches/preview?${new URLSearchParams({ query })}`),
    async list(as: Actor, changes: Partial<ListingInput> = {}): Promise<string> {
      const form = listingOf([await addUpload(world.db, as.id)], { title: 'Ring coat', ...changes });
      return (await change<{ id: string }>(as, 'POST', '/api/listings', form)).id;
    },
    async edit(as: Actor, id: string, changes: Partial<ListingInput>): Promise<void> {
      const images = [await addUpload(world.db, as.id)];
      await change(as, 'PUT', `/api/listings/${id}`, listingOf(images, { title: 'Ring coat', ...changes }));
    },
    price: (as: Actor, id: string, price: string) =>
      change(as, 'PATCH', `/api/listings/${id}/price`, { price }),
    discount: (as: Actor, id: string, newPrice: string) =>
      change(as, 'PATCH', `/api/listings/${id}/discount`, { newPrice }),
    sell: (as: Actor, id: string) => change(as, 'PATCH', `/api/listings/${id}/sold`),
    bump: (as: Actor, id: string) => change(as, 'PATCH', `/api/listings/${id}/bump`),
    putBack: (as: Actor, id: string) => change(as, 'DELETE', `/api/listings/${id}/sold`),
    /** The sentences of the updates about finds, latest first. */
    told: async (as: Actor) =>
      (await answer<Notice[]>(as, 'GET', '/api/notices'))
        .filter(({ kind }) => kind === 'search-match')
        .map(({ text }) => text),
  };
}
