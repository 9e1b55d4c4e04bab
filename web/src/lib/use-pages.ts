import type { PageResponse } from '@selvedge/shared/platform/page-data';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { apiPage, nextPageOf } from './api.ts';
import { embeddedAt, takeEmbedded } from './page-data.ts';

/** One page of a list, as cached. */
export interface ListPage<T> {
  items: T[];
  /** The URL of the next page. */
  next: string | null;
  /** One above the cap when the server stopped counting. */
  total: number | null;
}

const pageOf = <T>({ body, link, total, isCapped }: PageResponse): ListPage<T> => ({
  // The server's responses follow its schemas; the caller names the schema's type.
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
  /** The items of all pages loaded so far; undefined until the first page arrives. */
  items: T[] | undefined;
  /** The list's total, if the server sent it or all pages are loaded. */
  total: number | null;
  /** Why the first page could not be loaded. */
  error: Error | null;
  hasMore: boolean;
  /** Whether the next page failed to load; the loaded items stay. */
  hasFailed: boolean;
  /**
   * Loads the next page unless a request is in flight or has failed; after a failure, only `retry` loads it.
   */
  loadMore(): void;
  retry(): void;
}

/**
 * A list of the REST API, loaded page by page.
 * @param first the URL of its first page
 * @param fetch fetches a page whose response is not a plain array
 */
export function usePages<T>(
  key: QueryKey,
  first: string,
  fetch: (address: string) => Promise<ListPage<T>> = fetchPage,
): Pages<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => fetch(pageParam),
    initialPageParam: first,
    getNextPageParam: (page) => page.next,
    initialData: () => {
      const answer = takeEmbedded(first);
      return answer && { pages: [pageOf<T>(answer)], pageParams: [first] };
    },
    initialDataUpdatedAt: embeddedAt,
    // Unchanged pages are the same objects anyway, and comparing them all would cost more with every page.
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
