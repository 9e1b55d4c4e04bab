import type { Deal } from '@selvedge/shared/deals/deals';
import { useQuery } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { DEALS_KEY } from './keys.ts';

/** Whether the latest deals of a member include one about this listing. */
export function useIsDealMade(listingId: string, personId: string, isEnabled: boolean): boolean {
  const { data } = useQuery({
    queryKey: [DEALS_KEY, personId, 'latest'],
    queryFn: () => apiList<Deal>('/api/deals'),
    enabled: isEnabled && instance.features.deals,
    staleTime: 0,
  });
  return data?.some((deal) => deal.listingId === listingId) ?? false;
}
