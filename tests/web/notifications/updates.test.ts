import type { Notice } from '@selvedge/shared/notifications/updates';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { noticeReceived, noticesRead } from '../../../web/src/notifications/updates/cache.ts';
import { noticesKey, unreadKey } from '../../../web/src/notifications/updates/keys.ts';

const notice = (id: string): Notice => ({
  ...{ id, kind: 'vouch', text: 'New vouch from odile', path: '/profile/marlow', imageUrl: null },
  ...{ createdAt: '2026-11-28T10:00:00.000Z', isRead: false },
});

describe('the cached updates', () => {
  let queries: QueryClient;
  beforeEach(() => {
    queries = new QueryClient();
    const page = { items: [notice('a')], next: null, total: null };
    queries.setQueryData(noticesKey('me'), { pages: [page], pageParams: [''] });
    queries.setQueryData(unreadKey('me'), { count: 1 });
  });
  const items = () =>
    queries.getQueryData<{ pages: { items: Notice[] }[] }>(noticesKey('me'))?.pages[0]?.items;
  const count = () => queries.getQueryData<{ count: number }>(unreadKey('me'))?.count;

  test('have a new one on top', () => {
    noticeReceived(queries, notice('b'));
    expect([items()?.map(({ id }) => id), count()]).toEqual([['b', 'a'], 2]);
  });

  test('are as many when one is replaced', () => {
    noticeReceived(queries, { ...notice('a'), text: 'Another', isReplacement: true });
    expect([items()?.map(({ text }) => text), count()]).toEqual([['Another'], 1]);
  });

  test('are read here once read in another tab', () => {
    noticeReceived(queries, notice('b'));
    noticesRead(queries, ['a', 'unknown'], 1);
    expect([items()?.map(({ isRead }) => isRead), count()]).toEqual([[false, true], 1]);
  });

  test('are counted before the list is loaded', () => {
    queries.removeQueries({ queryKey: noticesKey('me') });
    noticeReceived(queries, notice('b'));
    expect([items(), count()]).toEqual([undefined, 2]);
  });
});
