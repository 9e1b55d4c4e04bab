import { join } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from 'playwright/types/testReporter';
import { report } from './report.ts';

/** The spec file that runs a test; its code may be in a file shared by several specs. */
const fileOf = (test: TestCase): string => join('tests/e2e', test.titlePath()[2] ?? '');
const nameOf = (test: TestCase): string => test.titlePath().filter(Boolean).join(' > ');

/** Reports each test, for the summary of all suites. */
export default class PlaywrightReporter implements Reporter {
  private tests: TestCase[] = [];
  /** The unfinished tests of each file. */
  private readonly unfinished = new Map<string, Set<TestCase>>();
  private readonly started = new Set<string>();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
    for (const test of this.tests) {
      const file = fileOf(test);
      this.unfinished.set(file, (this.unfinished.get(file) ?? new Set()).add(test));
    }
    report({ kind: 'planned', files: [...this.unfinished.keys()] });
  }

  onTestBegin(test: TestCase): void {
    const file = fileOf(test);
    if (this.started.has(file)) return;
    this.started.add(file);
    report({ kind: 'started', file });
  }

  onTestEnd(test: TestCase): void {
    const [file, outcome] = [fileOf(test), test.outcome()];
    if (outcome === 'expected') report({ kind: 'passed', file });
    if (outcome === 'unexpected') {
      const error = test.results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n');
      report({ kind: 'failed', file, name: nameOf(test), error });
    }
    if (outcome === 'skipped') {
      const annotation = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
      const reason = annotation?.description ?? 'no reason given';
      report({ kind: 'skipped', file, name: nameOf(test), reason });
    }
    this.end(test);
  }

  onEnd(): void {
    for (const test of [...this.unfinished.values()].flatMap((tests) => [...tests])) {
      report({ kind: 'skipped', file: fileOf(test), name: nameOf(test), reason: 'it did not run' });
      this.end(test);
    }
  }

  printsToStdio(): boolean {
    return false;
  }

  private end(test: TestCase): void {
    const file = fileOf(test);
    const unfinished = this.unfinished.get(file);
    unfinished?.delete(test);
    if (unfinished?.size !== 0) return;
    const results = this.tests.filter((one) => fileOf(one) === file).flatMap((one) => one.results);
    report({ kind: 'ended', file, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000 });
  }
}
