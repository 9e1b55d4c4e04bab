import { vi } from 'vitest';

/**
 * So many milliseconds have gone by, as what is kept for a while sees it: a session is believed for five seconds before the
 * database is asked again. Until `vi.restoreAllMocks()`.
 */
export function passTime(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
