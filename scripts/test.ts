import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { build } from './build.ts';
import { binary, run } from './child.ts';
import { checkLocks } from './lock-check.ts';
import { startPostgres } from './postgres.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** A check that passes as a whole, or says what is wrong. */
type Check = () => Promise<string | null> | string | null;

const total: Tally = { passed: 0, failed: 0, skipped: 0 };

const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

async function check(name: string, work: Check): Promise<void> {
  const startedAt = performance.now();
  const finding = await Promise.resolve()
    .then(work)
    .catch((error: unknown) => String(error));
  total[finding === null ? 'passed' : 'failed'] += 1;
  console.log(`${finding === null ? 'ok  ' : 'FAIL'} ${name} (${seconds(startedAt)})`);
  if (finding !== null) console.log(finding);
}

async function suite(
  name: string,
  work: () => Promise<Tally & { output: string; code: number }>,
): Promise<void> {
  const startedAt = performance.now();
  const { passed, failed, skipped, output, code } = await work();
  // A runner that ended badly, or ran nothing, has failed even if no single test has.
  const broke = failed === 0 && (code !== 0 || passed === 0);
  total.passed += passed;
  total.failed += failed + (broke ? 1 : 0);
  total.skipped += skipped;
  const isGood = failed === 0 && !broke;
  console.log(
    `${isGood ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds(startedAt)})`,
  );
  if (!isGood || skipped > 0) console.log(output);
}

/** Runs one of the tools; what it prints is the finding when it ends badly. */
const tool =
  (...args: string[]): Check =>
  async () => {
    const { code, output } = await run(args);
    return code === 0 ? null : output;
  };

async function vitest(report: string, postgresUrl: string) {
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await run([binary('vitest/vitest.mjs'), ...args], {
    env: { ...process.env, SELVEDGE_TEST_POSTGRES_URL: postgresUrl, NO_COLOR: '1' },
  });
  const { numPassedTests, numFailedTests, numPendingTests } = readReport(report) as Record<string, number>;
  return {
    passed: numPassedTests ?? 0,
    failed: numFailedTests ?? 0,
    skipped: numPendingTests ?? 0,
    output,
    code,
  };
}

async function playwright(report: string, browser: string) {
  const { code, output } = await run([binary('playwright/cli.js'), 'test', '--reporter=line,json'], {
    env: {
      ...process.env,
      SELVEDGE_TEST_BROWSER: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      NO_COLOR: '1',
    },
  });
  const {
    expected = 0,
    unexpected = 0,
    flaky = 0,
    skipped = 0,
  } = (readReport(report) as { stats?: Record<string, number> }).stats ?? {};
  // A test that passes only the second time is a test that failed.
  return { passed: expected, failed: unexpected + flaky, skipped, output, code };
}

function readReport(path: string): object {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch {
    return {};
  }
}

/** Every check and every test, ended by one line over all of them. @returns the exit code. */
export async function test(): Promise<number> {
  const reports = mkdtempSync(join(tmpdir(), 'selvedge-reports-'));
  const biome = binary('@biomejs/biome/bin/biome');
  const tsc = binary('typescript-7/bin/tsc');
  await check('lock files', () => checkLocks().join('\n') || null);
  await check('lint and format', tool(biome, 'ci', '--error-on-warnings', '.'));
  await check('types of server, contract and tests', tool(tsc, '--noEmit', '-p', 'tsconfig.json'));
  await check('types of the web client', tool(tsc, '--noEmit', '-p', 'web/tsconfig.json'));
  await check('import rules', tool('scripts/import-rules.ts'));
  await check('build', async () => {
    await build();
    return null;
  });

  const postgres = await startPostgres();
  try {
    await suite('unit and contract tests', () => vitest(join(reports, 'vitest.json'), postgres.url));
  } finally {
    await postgres.stop();
  }
  let browser = '';
  await check('a browser', () => {
    browser = findBrowser();
    return null;
  });
  if (browser) await suite('browser tests', () => playwright(join(reports, 'playwright.json'), browser));

  rmSync(reports, { recursive: true, force: true });
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0 ? 0 : 1;
}
