import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { ROOT } from './child.ts';
import { report } from './report.ts';

const fileOf = ({ moduleId }: { moduleId: string }) => relative(ROOT, moduleId);
const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`;
const messageOf = (errors: readonly { message: string }[] = []) =>
  errors.map(({ message }) => message).join('\n');

/** Reports each test, for the summary of all suites. */
export default class VitestReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    report({ kind: 'planned', files: [...new Set(specifications.map(fileOf))] });
  }

  onTestModuleQueued(module: TestModule): void {
    report({ kind: 'started', file: fileOf(module) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const file = fileOf(test.module);
    if (state === 'passed') report({ kind: 'passed', file });
    if (state === 'failed') report({ kind: 'failed', file, name: nameOf(test), error: messageOf(errors) });
  }

  onTestModuleEnd(module: TestModule): void {
    const file = fileOf(module);
    for (const test of module.children.allTests('skipped')) {
      const { note = 'no reason given' } = test.result() as { note?: string };
      report({ kind: 'skipped', file, name: nameOf(test), reason: note });
    }
    // A file that cannot be loaded, or a hook that fails, leaves its tests without a result.
    for (const part of [module, ...module.children.allSuites()]) {
      const errors = part.errors();
      if (errors.length === 0) continue;
      const name = part.type === 'suite' ? `${file} > ${part.fullName}` : file;
      report({ kind: 'failed', file, name, error: messageOf(errors) });
    }
    const { duration, setupDuration, collectDuration } = module.diagnostic();
    report({ kind: 'ended', file, seconds: (duration + setupDuration + collectDuration) / 1000 });
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    // Those that no test caught: often the reason why another test waited in vain.
    for (const { message, stack = message } of errors)
      report({ kind: 'failed', file: 'vitest', name: 'an error that no test caught', error: stack });
  }
}
