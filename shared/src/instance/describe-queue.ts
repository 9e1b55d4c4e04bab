import type { QueueState } from './figures.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function lasting(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  return seconds < 2 * DAY ? `${Math.floor(seconds / HOUR)} h` : `${Math.floor(seconds / DAY)} days`;
}

/** What waits in a queue, and what failed, in words. */
export function describeQueue({ waiting, oldestSeconds, failures }: QueueState): string {
  const wait =
    waiting === 0
      ? 'nothing waits'
      : `${waiting.toLocaleString('en-US')} waiting, the oldest for ${lasting(oldestSeconds)}`;
  return `${wait}, ${failures.toLocaleString('en-US')} failed in the last hour`;
}
