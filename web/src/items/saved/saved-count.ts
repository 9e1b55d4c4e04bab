import type { SavedCount } from '@selvedge/shared/items/saved';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';

/** How many members have saved a listing, for its seller; undefined until it is known. */
export function useSavedCount(listingId: string, isSeller: boolean): SavedCount | undefined {
  const { data } = useQuery({
    queryKey: [LISTING_KEY, listingId, 'saved'],
    queryFn: () => api<SavedCount>('GET', `/api/listings/${listingId}/saved`),
    enabled: isSeller && instance.features.saved,
  });
  return data;
}
