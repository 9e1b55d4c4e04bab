import { OVERDUE_HOURS } from '@selvedge/shared/safety/report-reasons';

/** Reports and appeals from then or earlier are overdue. @param now milliseconds since the epoch */
export function overdueAt(now: number): Date {
  return new Date(now - OVERDUE_HOURS * 3_600_000);
}
