import { useEffect } from 'react';

/** Names the feed with the listings of the page, for feed readers. @param query the query string of the grid */
export function useFeedLink(query: string): void {
  useEffect(() => {
    const link = document.querySelector('link[rel=alternate][type="application/rss+xml"]');
    link?.setAttribute('href', query ? `/feed.xml?${query}` : '/feed.xml');
    return () => link?.setAttribute('href', '/feed.xml');
  }, [query]);
}
