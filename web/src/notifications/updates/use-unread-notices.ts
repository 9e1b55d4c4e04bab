import type { UnreadNotices } from '@selvedge/shared/notifications/updates';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { UNREAD_NOTICES, unreadKey } from './keys.ts';

/** How many of the signed-in member's notices are unread. */
export function useUnreadNotices(): number {
  const user = useUser();
  const { data } = useQuery({
    queryKey: unreadKey(user?.id ?? ''),
    queryFn: () => api<UnreadNotices>('GET', UNREAD_NOTICES),
    enabled: user !== null,
  });
  return user === null ? 0 : (data?.count ?? 0);
}
