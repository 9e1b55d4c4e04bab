import type { PageData, PageResponse } from '@selvedge/shared/page-data';

const data = JSON.parse(document.getElementById('page-data')?.textContent || '{}') as PageData;

// On Back, the browser may restore a cached page whose embedded answers are outdated.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isKept = navigation?.type === 'back_forward';

/** When the embedded answers were made; 0, long ago, makes queries fetch again at once. */
export const answeredAt = isKept ? 0 : Date.now();

/**
 * Drops the embedded answers: they are made for everybody, may show people whom the viewer has hidden, and grow old.
 */
export function forgetAnswers(): void {
  for (const address of Object.keys(data)) delete data[address];
}

/** Takes the embedded answer to this address; only the first call gets it. */
export function takeAnswer(address: string): PageResponse | undefined {
  const answer = data[address];
  delete data[address];
  return answer;
}

/** Starts a query with the embedded answer, so that its first paint needs no request. */
export const fromPage = <T>(address: string) => ({
  // The server answers by its schemas; the caller names the type of that schema.
  initialData: () => takeAnswer(address)?.body as T | undefined,
  initialDataUpdatedAt: answeredAt,
});
