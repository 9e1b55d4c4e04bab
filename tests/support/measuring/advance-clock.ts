import { vi } from 'vitest';

/**
 * Moves the monotonic clock forward by `ms`, until `vi.restoreAllMocks()`, so that caches expire: a checked
 * session, for example, is cached for five seconds.
 */
export function advanceClock(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
