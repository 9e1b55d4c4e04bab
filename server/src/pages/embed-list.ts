import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { truncate } from '@selvedge/shared/platform/format';
import type { PageData, PageResponse } from '@selvedge/shared/platform/page-data';
import { itemsWithin } from '../platform/core/paging.ts';
import { DESCRIPTION_SHOWN } from './describe-listing.ts';
import { type FetchApi, isPageResponse } from './fetch-api.ts';

/** Maximum bytes of an embedded list: with its markup, a page stays under 300 kB, whatever members write. */
const LIST_MAX_BYTES = 160_000;

export function listingCard(listing: Listing): Listing {
  return { ...listing, description: null };
}

export function wantedCard({ description, ...wanted }: Wanted): Wanted {
  return {
    ...wanted,
    description: description && truncate(description, DESCRIPTION_SHOWN),
  };
}

const withCards = <T>({ body, ...response }: PageResponse, cardOf: (item: T) => T) => ({
  ...response,
  // The API returns what its schemas define; the caller names the same type.
  body: (body as T[]).map(cardOf),
});

/** Calls a list for a page to embed, which the client continues at its link. @returns nothing if the call fails */
export async function embedList<T>(
  fetchApi: FetchApi,
  address: string,
  cardOf: (item: T) => T,
): Promise<PageData> {
  const whole = await fetchApi(address);
  if (!isPageResponse(whole)) return {};
  const list = withCards(whole, cardOf);
  const { length } = itemsWithin(list.body, LIST_MAX_BYTES);
  if (length === list.body.length) return { [address]: list };
  // Called again for fewer items, because only the API knows the link to the others.
  const part = await fetchApi(`${address}${address.includes('?') ? '&' : '?'}limit=${length}`);
  return isPageResponse(part) ? { [address]: withCards(part, cardOf) } : {};
}
