import type { PageAnswer, PageData } from '@selvedge/shared/page-data';

const data = JSON.parse(document.getElementById('page-data')?.textContent || '{}') as PageData;

// A page that the browser kept from before, as for Back, may bring what is no longer so.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isKept = navigation?.type === 'back_forward';

/** When the answers in the page were given; 0 is too long ago to be relied on. */
export const answeredAt = isKept ? 0 : Date.now();

/** Lets nobody have what came with the page any more: it was meant for everybody, and shows who looks too much. */
export function forgetAnswers(): void {
  for (const address of Object.keys(data)) delete data[address];
}

/** The answer to this address that came with the page, for the first who asks. */
export function takeAnswer(address: string): PageAnswer | undefined {
  const answer = data[address];
  delete data[address];
  return answer;
}

/** Lets a query of one thing begin with what came with the page, so that its first paint needs no request. */
export const fromPage = <T>(address: string) => ({
  // The server sends what its schemas say; the caller names the same type.
  initialData: () => takeAnswer(address)?.body as T | undefined,
  initialDataUpdatedAt: answeredAt,
});
