import { join } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from 'playwright/types/testReporter';
import { type Report, writeReport } from './report.ts';

/** The spec file that runs a test; its code may be in a file shared by several specs. */
const fileOf = (test: TestCase): string => join('tests/e2e', test.titlePath()[2] ?? '');

/** The files with unfinished tests. */
function unfinishedFiles(tests: TestCase[], ended: ReadonlySet<TestCase>): Report['unfinished'] {
  const files: Report['unfinished'] = {};
  const startedFiles = new Set(tests.filter(({ results }) => results.length > 0).map(fileOf));
  for (const file of tests.filter((test) => !ended.has(test)).map(fileOf)) {
    files[file] = startedFiles.has(file) ? 'running' : 'not started';
  }
  return files;
}

/**
 * After every test, writes the run's counts and the reasons for skipped tests to a file, for the summary of
 * all suites. A run that is killed leaves its results so far.
 */
export default class PlaywrightReporter implements Reporter {
  private tests: TestCase[] = [];
  private readonly ended = new Set<TestCase>();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
    this.writeSoFar();
  }

  onTestBegin(): void {
    this.writeSoFar();
  }

  onTestEnd(test: TestCase): void {
    this.ended.add(test);
    this.writeSoFar();
  }

  onEnd(): void {
    this.write(this.tests, {});
  }

  printsToStdio(): boolean {
    return false;
  }

  private writeSoFar(): void {
    this.write([...this.ended], unfinishedFiles(this.tests, this.ended));
  }

  private write(tests: TestCase[], unfinished: Report['unfinished']): void {
    const report: Report = { passed: 0, failed: 0, skipped: [], unfinished, durations: {} };
    for (const test of tests) {
      const file = fileOf(test);
      const seconds = test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      report.durations[file] = (report.durations[file] ?? 0) + seconds;
      const outcome = test.outcome();
      const name = test.titlePath().filter(Boolean).join(' > ');
      if (outcome === 'expected') report.passed += 1;
      if (outcome === 'unexpected') report.failed += 1;
      if (outcome === 'skipped') {
        const annotation = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
        const reason =
          test.results.length === 0 ? 'it did not run' : (annotation?.description ?? 'no reason given');
        report.skipped.push({ name, reason });
      }
    }
    writeReport(report);
  }
}
