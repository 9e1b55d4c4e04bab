import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The results of one suite, in the format that the reporters of both runners write. */
export interface Report {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
  /** The test files that have not ended; none once the runner has ended by itself. */
  unfinished: Record<string, 'running' | 'not started'>;
  /** Seconds by test file. */
  durations: Record<string, number>;
}

/** The environment variable that names the file for a reporter's report. */
export const REPORT_VARIABLE = 'SELVEDGE_TEST_REPORT';

/** Replaces the report in one step: a runner that is killed while it writes leaves the previous one. */
export function writeReport(report: Report): void {
  const path = process.env[REPORT_VARIABLE];
  if (!path) return;
  writeFileSync(`${path}.next`, JSON.stringify(report));
  renameSync(`${path}.next`, path);
}

/** Reads a report; without one, because the runner ended before its first test, nothing has passed. */
export function readReport(path: string): Report {
  try {
    // `writeReport` wrote it.
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 0, skipped: [], unfinished: {}, durations: {} };
  }
}
