import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { ROOT } from './child.ts';
import { type Report, writeReport } from './report.ts';

const fileOf = ({ moduleId }: { moduleId: string }) => relative(ROOT, moduleId);

/**
 * After every test, writes the run's counts and the reasons for skipped tests to a file, for the summary of
 * all suites. A run that is killed leaves its results so far.
 */
export default class VitestReporter implements Reporter {
  private readonly modules = new Set<TestModule>();
  private unfinished: Report['unfinished'] = {};
  private readonly durations: Report['durations'] = {};

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const specification of specifications) this.unfinished[fileOf(specification)] = 'not started';
    this.write();
  }

  onTestModuleQueued(module: TestModule): void {
    this.unfinished[fileOf(module)] = 'running';
    this.write();
  }

  onTestModuleCollected(module: TestModule): void {
    this.modules.add(module);
  }

  onTestCaseResult(): void {
    this.write();
  }

  onTestModuleEnd(module: TestModule): void {
    const { duration, setupDuration, collectDuration } = module.diagnostic();
    this.durations[fileOf(module)] = (duration + setupDuration + collectDuration) / 1000;
    delete this.unfinished[fileOf(module)];
    this.write();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.unfinished = {};
    this.write(modules);
  }

  /** @param ended the modules of a finished run; tests without a result are then reported as not run */
  private write(ended?: readonly TestModule[]): void {
    const { unfinished, durations } = this;
    const report: Report = { passed: 0, failed: 0, skipped: [], unfinished, durations };
    for (const test of [...(ended ?? this.modules)].flatMap((module) => [...module.children.allTests()])) {
      const result = test.result();
      const name = `${test.module.relativeModuleId} > ${test.fullName}`;
      if (result.state === 'passed') report.passed += 1;
      else if (result.state === 'failed') report.failed += 1;
      else if (result.state === 'skipped') {
        report.skipped.push({ name, reason: result.note ?? 'no reason given' });
      } else if (ended) report.skipped.push({ name, reason: 'it did not run' });
    }
    writeReport(report);
  }
}
