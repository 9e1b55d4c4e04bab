import { readFileSync, writeFileSync } from 'node:fs';

/** What became of one suite, in the form in which both runners tell it. */
export interface Report {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
  /** Passed, but only when they were run again. */
  unsteady: string[];
}

/** Where a runner's reporter is to leave its report. */
export const REPORT_VARIABLE = 'SELVEDGE_TEST_REPORT';

export function writeReport(report: Report): void {
  const path = process.env[REPORT_VARIABLE];
  if (path) writeFileSync(path, JSON.stringify(report));
}

/** A runner that ended before it could report has passed nothing. */
export function readReport(path: string): Report {
  try {
    // Written by the function above.
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 0, skipped: [], unsteady: [] };
  }
}
