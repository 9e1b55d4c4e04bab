import type { PageData, PageResponse } from '@selvedge/shared/platform/page-data';

const data = JSON.parse(document.getElementById('page-data')?.textContent || '{}') as PageData;

// On Back, the browser may restore a cached page whose embedded responses are outdated.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isRestored = navigation?.type === 'back_forward';

/** When the embedded responses were created; 0 makes queries refetch immediately. */
export const embeddedAt = isRestored ? 0 : Date.now();

/**
 * Drops the embedded responses: they are the same for everyone, may show members the viewer has blocked, and
 * age.
 */
export function dropEmbedded(): void {
  for (const address of Object.keys(data)) delete data[address];
}

/** Takes the embedded response for this URL; only the first call gets it. */
export function takeEmbedded(address: string): PageResponse | undefined {
  const answer = data[address];
  delete data[address];
  return answer;
}

/** Initializes a query with the embedded response, so that its first paint needs no request. */
export function fromPage<T>(address: string) {
  return {
    // The server's responses follow its schemas; the caller names the schema's type.
    initialData: () => takeEmbedded(address)?.body as T | undefined,
    initialDataUpdatedAt: embeddedAt,
  };
}
