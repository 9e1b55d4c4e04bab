import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite } from 'playwright/types/testReporter';
import { type Report, writeReport } from './report.ts';

/** Writes the counts of a run, and why tests were skipped, to a file, for the summary over all suites. */
export default class PlaywrightReporter implements Reporter {
  private root: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.root = suite;
  }

  onEnd(): void {
    const report: Report = { passed: 0, failed: 0, skipped: [], unsteady: [] };
    for (const test of this.root?.allTests() ?? []) {
      const outcome = test.outcome();
      const name = test.titlePath().filter(Boolean).join(' > ');
      if (outcome === 'expected' || outcome === 'flaky') report.passed += 1;
      if (outcome === 'flaky') {
        const reason = test.results.find(({ error }) => error)?.error?.message ?? 'it ended early';
        report.unsteady.push({ name, reason: stripVTControlCharacters(reason) });
      }
      if (outcome === 'unexpected') report.failed += 1;
      if (outcome === 'skipped') {
        const told = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
        const reason =
          test.results.length === 0 ? 'it did not run' : (told?.description ?? 'no reason given');
        report.skipped.push({ name, reason });
      }
    }
    writeReport(report);
  }

  printsToStdio(): boolean {
    return false;
  }
}
