import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The results of one suite, in the format that the reporters of both runners write. */
export interface Report {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
  /** The unfinished test files; empty once the runner has exited normally. */
  unfinished: Record<string, 'running' | 'not started'>;
  /** Seconds by test file. */
  durations: Record<string, number>;
}

/** The environment variable with the path of a reporter's report. */
export const REPORT_VARIABLE = 'SELVEDGE_TEST_REPORT';

/** Replaces the report atomically: a runner that is killed while writing leaves the previous one. */
export function writeReport(report: Report): void {
  const path = process.env[REPORT_VARIABLE];
  if (!path) return;
  writeFileSync(`${path}.next`, JSON.stringify(report));
  renameSync(`${path}.next`, path);
}

/** Reads a report; without one, the runner exited before its first test, so nothing has passed. */
export function readReport(path: string): Report {
  try {
    // Written by `writeReport`.
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 0, skipped: [], unfinished: {}, durations: {} };
  }
}
