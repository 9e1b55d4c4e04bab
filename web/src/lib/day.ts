import { instance } from './instance.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: instance.timeZone, ...options });

const DAY = { month: 'short', day: 'numeric' } as const;
const withoutYear = format(DAY);
const withYear = format({ ...DAY, year: 'numeric' });
const year = format({ year: 'numeric' });

/** The day of an instant in the instance's time zone: 'Nov 23', or 'Nov 23, 2025' if it is in another year. */
export function dayText(iso: string, now = Date.now()): string {
  const at = Date.parse(iso);
  return (year.format(at) === year.format(now) ? withoutYear : withYear).format(at);
}

/** The day of an instant with its year. */
export function fullDayText(at: number): string {
  return withYear.format(at);
}
