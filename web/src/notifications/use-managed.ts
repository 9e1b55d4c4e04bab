import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiList } from '../lib/api.ts';

/** The webhooks or channels that a member has added, or, for admins, those of the instance. */
export function useManaged<T>(path: string, isInstance: boolean) {
  const client = useQueryClient();
  const queryKey = [path, isInstance];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => apiList<T>(`${path}${isInstance ? '?instance=true' : ''}`),
    // No live event reports that one was switched off.
    staleTime: 0,
  });
  return { data, error, refetch, refresh: () => client.invalidateQueries({ queryKey }) };
}
