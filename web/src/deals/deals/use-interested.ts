import { useQuery } from '@tanstack/react-query';
import { type ClosedItem, listInterested } from './deal-calls.ts';

/** Who may be named as the other member of a deal about an own item. */
export function useInterested(item: ClosedItem, isEnabled: boolean) {
  return useQuery({
    queryKey: ['interested', item.id],
    queryFn: () => listInterested(item),
    enabled: isEnabled,
    // Any message may add someone.
    staleTime: 0,
  });
}
