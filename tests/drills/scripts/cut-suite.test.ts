import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { binary, ROOT } from '../../../scripts/child.ts';
import { runSuite, suite } from '../../../scripts/tally.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

/** Long enough for a runner to start and finish its first file. */
const PATIENCE_MS = 15_000;
/** Vitest starts with the largest file, Playwright with the first by name. */
const PADDING = `// ${'-'.repeat(1_000)}`;

/** A file that finishes, with a skipped test to be counted, one that hangs in its second test, and one that is queued behind it. */
const filesFor = (runner: string) => ({
  'a-ends.case.mjs': `import { test } from '${runner}';
    test('one', () => {}); test('two', () => {}); test.skip('three', () => {}); ${PADDING}`,
  'b-hangs.case.mjs': `import { test } from '${runner}';
    test('one', () => {}); test('two', () => new Promise((end) => setTimeout(end, 1e6)));`,
  'c-waits.case.mjs': `import { test } from '${runner}'; test('one', () => {});`,
  'vitest.config.mjs': `export default { test: { include: ['*.case.mjs'], maxWorkers: 1, testTimeout: 0 } };`,
  'playwright.config.mjs': `export default { testMatch: '*.case.mjs', workers: 1, timeout: 0 };`,
});

const RUNNERS = [
  {
    runner: 'vitest',
    argsIn: (folder: string) => [
      binary('vitest/vitest.mjs'),
      'run',
      `--root=${folder}`,
      '--reporter=dot',
      `--reporter=${join(ROOT, 'scripts/vitest-reporter.ts')}`,
    ],
  },
  {
    runner: 'playwright/test',
    argsIn: (folder: string) => [
      binary('playwright/cli.js'),
      'test',
      `--config=${folder}`,
      `--reporter=dot,${join(ROOT, 'scripts/playwright-reporter.ts')}`,
    ],
  },
];

for (const { runner, argsIn } of RUNNERS) {
  test(`a ${runner} run cut off names its unfinished files`, async () => {
    const folder = makeTempDir();
    onTestFinished(folder.remove);
    symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
    for (const [name, text] of Object.entries(filesFor(runner))) writeFileSync(join(folder.path, name), text);
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => log.mockRestore());

    await suite('three files', () => runSuite(argsIn(folder.path), {}, PATIENCE_MS));

    const printed = log.mock.calls.map(String).join('\n');
    expect(printed).toMatch(/still running after 0\.25 minutes and was killed/);
    expect(printed).toMatch(/FAIL three files: 3 passed, 0 failed, 1 skipped, 2 files unfinished/);
    expect(printed).toMatch(/unfinished, running: .*b-hangs\.case\.mjs/);
    expect(printed).toMatch(/unfinished, not started: .*c-waits\.case\.mjs/);
    expect(printed).not.toMatch(/unfinished.*a-ends/);
  });
}
