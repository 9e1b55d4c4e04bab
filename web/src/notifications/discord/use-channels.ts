import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';

export const CHANNELS_PATH = '/api/discord-channels';

/** The member's own channel, or those of the instance. */
export function useChannels(isInstance: boolean) {
  const client = useQueryClient();
  const key = [CHANNELS_PATH, isInstance];
  const query = useQuery({
    queryKey: key,
    queryFn: () => apiList<DiscordChannel>(`${CHANNELS_PATH}${isInstance ? '?instance=true' : ''}`),
    // No live event tells that one was switched off.
    staleTime: 0,
  });
  return { ...query, refresh: () => client.invalidateQueries({ queryKey: key }) };
}
