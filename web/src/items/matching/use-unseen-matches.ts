import type { Match } from '@selvedge/shared/items/matches';
import { useQuery } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { UNSEEN_MATCHES, unseenKey } from './keys.ts';

/** Whether the signed-in member has unseen matches. */
export function useUnseenMatches(): boolean {
  const user = useUser();
  const { data } = useQuery({
    queryKey: unseenKey(user?.id ?? ''),
    queryFn: () => apiList<Match>(UNSEEN_MATCHES),
    enabled: user !== null,
  });
  return user !== null && (data?.length ?? 0) > 0;
}
