import type { PageResponse } from '@selvedge/shared/page-data';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { apiPage, nextPageOf } from './api.ts';
import { answeredAt, takeAnswer } from './page-data.ts';

/** One page of a list in the query cache. */
export interface ListPage<T> {
  items: T[];
  /** The address of the next page. */
  next: string | null;
  /** One more than is counted where the server has stopped counting. */
  total: number | null;
}

const pageOf = <T>({ body, link, total, isCapped }: PageResponse): ListPage<T> => ({
  // The server answers by its schemas; the caller names the type of that schema.
  items: body as T[],
  next: nextPageOf(link),
  total: total === null ? null : Number(total) + (isCapped ? 1 : 0),
});

async function fetchPage<T>(address: string): Promise<ListPage<T>> {
  const { items, headers } = await apiPage<T>(address);
  return pageOf({
    body: items,
    link: headers.get('link'),
    total: headers.get('x-total-count'),
    isCapped: headers.has('x-total-count-capped'),
  });
}

export interface Pages<T> {
  /** The items of all pages read so far; undefined until the first is there. */
  items: T[] | undefined;
  /** The total of the list, if the server told it or all pages are read. */
  total: number | null;
  /** Why there are no items. */
  error: Error | null;
  hasMore: boolean;
  /** The next page could not be read; the items so far stay. */
  hasFailed: boolean;
  /** Asks for the next page, unless it is under way or has failed: after a failure, only `retry` asks again. */
  loadMore(): void;
  retry(): void;
}

/** A list of the REST contract, read page by page. @param first the address of its first page */
export function usePages<T>(key: QueryKey, first: string): Pages<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => fetchPage<T>(pageParam),
    initialPageParam: first,
    getNextPageParam: (page) => page.next,
    initialData: () => {
      const answer = takeAnswer(first);
      return answer && { pages: [pageOf<T>(answer)], pageParams: [first] };
    },
    initialDataUpdatedAt: answeredAt,
    // Unchanged pages are the same objects anyway, and comparing all of them would cost more with every page.
    structuralSharing: false,
  });
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  const loadMore = useCallback(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  const retry = useCallback(() => {
    void (data ? fetchNextPage() : refetch());
  }, [data, fetchNextPage, refetch]);
  return {
    items,
    total: data?.pages[0]?.total ?? (items && !hasNextPage ? items.length : null),
    error: items ? null : error,
    hasMore: hasNextPage,
    hasFailed: isFetchNextPageError,
    loadMore,
    retry,
  };
}
