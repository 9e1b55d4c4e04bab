import type { PageAnswer } from '@selvedge/shared/page-data';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { apiResponse, nextPageOf } from './api.ts';
import { answeredAt, takeAnswer } from './page-data.ts';

/** A page as it is held under the key of its list. */
export interface ListPage<T> {
  items: T[];
  /** Address of the page after this one. */
  next: string | null;
  total: number | null;
}

const pageOf = <T>({ body, link, total }: PageAnswer): ListPage<T> => ({
  // The server sends what its schemas say; the caller names the same type.
  items: body as T[],
  next: nextPageOf(link),
  total: total === null ? null : Number(total),
});

async function fetchPage<T>(address: string): Promise<ListPage<T>> {
  const response = await apiResponse('GET', address);
  const { headers } = response;
  return pageOf({
    body: await response.json(),
    link: headers.get('link'),
    total: headers.get('x-total-count'),
  });
}

export interface Pages<T> {
  /** All pages read so far, joined; undefined until there is one. */
  items: T[] | undefined;
  /** How many the list has in all, if the server told it or all are here. */
  total: number | null;
  /** Why there is nothing to show. */
  error: Error | null;
  hasMore: boolean;
  /** What is here stays, but the page after it could not be read. */
  hasFailed: boolean;
  /** Asks for the page after the last one, unless it is on its way or was refused: that is tried by hand. */
  loadMore(): void;
  retry(): void;
}

/** A list of the REST contract, page after page. @param first the address of its first page. */
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
    // Pages that stay are the same objects anyway; comparing all of them would cost more with every page read.
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
