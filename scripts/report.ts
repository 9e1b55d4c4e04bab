import { readFileSync, writeFileSync } from 'node:fs';

/** The results of one suite, in the format that the reporters of both runners write. */
export interface Report {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
  /** Flaky tests, which passed only on a retry, and what failed at first. */
  unsteady: { name: string; reason: string }[];
}

/** The environment variable that names the file for a reporter's report. */
export const REPORT_VARIABLE = 'SELVEDGE_TEST_REPORT';

export function writeReport(report: Report): void {
  const path = process.env[REPORT_VARIABLE];
  if (path) writeFileSync(path, JSON.stringify(report));
}

/** Reads a report; without one, because the runner ended early, nothing has passed. */
export function readReport(path: string): Report {
  try {
    // `writeReport` wrote it.
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 0, skipped: [], unsteady: [] };
  }
}
