import type { messaging as Messaging } from '../conversations/store/messaging.ts';
import { queryClient } from '../lib/query-client.ts';
import { noticeReceived, noticesMissed, noticesRead } from '../notifications/updates/cache.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the list of updates and its dot up to date, in all tabs. */
export function startLiveUpdates({ on, onReturn }: MemberSource, { store }: typeof Messaging): void {
  on('notice:new', (notice) => noticeReceived(queryClient, notice));
  on('notice:read', ({ ids, unread }) => noticesRead(queryClient, ids, unread));
  onReturn(() => noticesMissed(queryClient));
  store.subscribe(({ unreadNotices }, before) => {
    if (unreadNotices && unreadNotices !== before.unreadNotices)
      noticesRead(queryClient, [], unreadNotices.count);
  });
}
