import type { Listing } from '@selvedge/shared/items/listings';
import type { SavedCount } from '@selvedge/shared/items/saved';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';

/** How many members have saved a listing, for its seller; undefined until it is known. */
export function useSavedCount(
  { id, price }: Pick<Listing, 'id' | 'price'>,
  isSeller: boolean,
): SavedCount | undefined {
  const { data } = useQuery({
    // The price that notifies them depends on the current one.
    queryKey: [LISTING_KEY, id, 'saved', price],
    queryFn: () => api<SavedCount>('GET', `/api/listings/${id}/saved`),
    enabled: isSeller && instance.features.saved,
  });
  return data;
}
