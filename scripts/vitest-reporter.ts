import type { Reporter, TestModule } from 'vitest/node';
import { type Report, writeReport } from './report.ts';

/** Writes the counts of a run, and why tests were skipped, to a file, for the summary over all suites. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const report: Report = { passed: 0, failed: 0, skipped: [], unsteady: [] };
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const result = test.result();
      const name = `${test.module.relativeModuleId} > ${test.fullName}`;
      if (result.state === 'passed') {
        report.passed += 1;
        if (test.diagnostic()?.flaky) {
          report.unsteady.push({ name, reason: result.errors?.[0]?.message ?? 'no reason given' });
        }
      } else if (result.state === 'failed') report.failed += 1;
      else {
        const reason = result.state === 'pending' ? 'it did not run' : (result.note ?? 'no reason given');
        report.skipped.push({ name, reason });
      }
    }
    writeReport(report);
  }
}
