import type { NewNotice, Notice, UnreadNotices } from '@selvedge/shared/notifications/updates';
import type { QueryClient } from '@tanstack/react-query';
import { type LoadedPages, loadedItem, onTop, replaced } from '../../lib/live-pages.ts';
import { refetch } from '../../lib/restart-requests.ts';
import { NOTICES, UNREAD_NOTICES } from './keys.ts';

type Loaded = LoadedPages<Notice>;

const setCount = (queries: QueryClient, change: (count: number) => number) =>
  queries.setQueriesData<UnreadNotices>(
    { queryKey: [UNREAD_NOTICES] },
    (data) => data && { count: change(data.count) },
  );

/** Refetches the list: events may have been missed. */
export function noticesMissed(queries: QueryClient): void {
  refetch(queries, [NOTICES]);
}

export function noticeReceived(queries: QueryClient, { isReplacement, ...notice }: NewNotice): void {
  queries.setQueriesData<Loaded>({ queryKey: [NOTICES] }, (list) => list && onTop(list, notice));
  if (!isReplacement) setCount(queries, (count) => count + 1);
}

/** They were read here, in another tab, or while this one was away. @param unread how many are left */
export function noticesRead(queries: QueryClient, ids: string[], unread: number): void {
  queries.setQueriesData<Loaded>(
    { queryKey: [NOTICES] },
    (list) =>
      list &&
      ids.reduce((all, id) => {
        const notice = loadedItem(all, id);
        return notice ? replaced(all, { ...notice, isRead: true }) : all;
      }, list),
  );
  setCount(queries, () => unread);
}
