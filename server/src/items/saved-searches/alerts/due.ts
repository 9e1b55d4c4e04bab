import { DAILY_ALERTS_HOUR } from '@selvedge/shared/platform/limits';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the clocks in a time zone show, as if it were UTC. */
function wallTime(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The next time that the clocks in a time zone show the hour of the daily mail. */
export function nextDailyMail(now: Date, timeZone: string): Date {
  const wall = wallTime(now.getTime(), timeZone);
  const today = wall - (wall % DAY) + DAILY_ALERTS_HOUR * HOUR;
  const target = today > wall ? today : today + DAY;
  const guess = now.getTime() - (now.getTime() % 1_000) + (target - wall);
  // Summer time may begin or end in between.
  return new Date(guess + (target - wallTime(guess, timeZone)));
}
