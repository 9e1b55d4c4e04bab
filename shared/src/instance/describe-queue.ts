import { elapsedTime } from '../platform/format.ts';
import type { QueueState } from './figures.ts';

/** What waits in a queue, and what failed, in words. */
export function describeQueue({ waiting, oldestSeconds, failures }: QueueState): string {
  const wait =
    waiting === 0
      ? 'nothing waits'
      : `${waiting.toLocaleString('en-US')} waiting, the oldest for ${elapsedTime(oldestSeconds * 1_000)}`;
  return `${wait}, ${failures.toLocaleString('en-US')} failed in the last hour`;
}
