import { useEffect } from 'react';

const FEEDS = [
  ['application/rss+xml', '/feed.xml'],
  ['application/feed+json', '/feed.json'],
] as const;

function name(query: string): void {
  for (const [type, path] of FEEDS) {
    const link = document.querySelector(`link[rel=alternate][type="${type}"]`);
    link?.setAttribute('href', query ? `${path}?${query}` : path);
  }
}

/** Names the feeds with the listings of the page, for feed readers. @param query the query string of the grid */
export function useFeedLink(query: string): void {
  useEffect(() => {
    name(query);
    return () => name('');
  }, [query]);
}
