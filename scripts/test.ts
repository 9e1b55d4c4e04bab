import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findWholeBrowser } from './browser.ts';
import { build } from './build.ts';
import { binary, exitOnSignals, ROOT, run } from './child.ts';
import { findProxies } from './find-proxies.ts';
import { findRedis } from './find-redis.ts';
import { checkLicences } from './licences.ts';
import { checkLocks } from './lock-check.ts';
import { startPostgres, type ThrowAwayPostgres } from './postgres.ts';
import { findRetiredWords } from './retired-words.ts';
import { readLock } from './shipped-packages.ts';
import { check, runSuite, suite, summarize } from './tally.ts';
import { makeTempFolder } from './temp-folder.ts';
import { reportTraffic, TRAFFIC_VARIABLE } from './traffic.ts';
import { checkWorkflows } from './workflow-check.ts';

/** A check that runs a tool: if the tool fails, its output is the finding. */
const tool =
  (...args: string[]) =>
  async () => {
    const { code, output } = await run(args);
    return code === 0 ? null : output;
  };

/** Lint, format, import rules, workflows, the glossary's retired words, the lock files and the licences of what ships. */
async function lint(): Promise<void> {
  await check('lock files', async () => checkLocks().join('\n') || null);
  await check('licences', async () => checkLicences(readLock()).join('\n') || null);
  await Promise.all([
    check(
      'lint and format',
      tool(binary('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.'),
    ),
    check('import rules', tool('scripts/import-rules.ts')),
    check('workflows', async () => (await checkWorkflows()).join('\n') || null),
    check('retired words', async () => findRetiredWords().join('\n') || null),
  ]);
}

async function checkTypes(): Promise<void> {
  const tsc = binary('typescript-7/bin/tsc');
  // Each of its threads resolves the shared types anew: together they take twice the CPU time of one.
  await Promise.all([
    check(
      'types of server, contract and tests',
      tool(tsc, '--noEmit', '--singleThreaded', '-p', 'tsconfig.json'),
    ),
    check('types of the web client', tool(tsc, '--noEmit', '--singleThreaded', '-p', 'web/tsconfig.json')),
    check(
      'types of the browser tests',
      tool(tsc, '--noEmit', '--singleThreaded', '-p', 'tests/e2e/tsconfig.json'),
    ),
  ]);
}

/** Runs only the static checks. @returns the exit code */
export async function checkOnly(what: 'lint' | 'types'): Promise<number> {
  exitOnSignals();
  await (what === 'lint' ? lint() : checkTypes());
  return summarize();
}

/** Reruns the unit, contract and live tests after each change, until stopped. */
export async function watchTests(words: string[]): Promise<number> {
  exitOnSignals();
  await build();
  const postgres = await startPostgres();
  const env = { ...process.env, SELVEDGE_TEST_POSTGRES_URL: postgres.url };
  const vitest = spawn(process.execPath, [binary('vitest/vitest.mjs'), 'watch', ...words], {
    ...{ cwd: ROOT, stdio: 'inherit', env },
  });
  const [code] = await once(vitest, 'exit');
  await postgres.stop();
  return code ?? 1;
}

/**
 * Makes glibc reuse freed memory instead of returning it to the system as the server does (`node-flags.mjs`).
 * Tests process hundreds of photos; this halves their system time. Drills measure memory, so they run as the
 * server does.
 */
const KEEP_FREED_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: String(2 ** 30),
  MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
  MALLOC_ARENA_MAX: '8',
};

async function runVitest(words: string[]): Promise<void> {
  let postgres: ThrowAwayPostgres | undefined;
  await check('a throwaway PostgreSQL', async () => {
    postgres = await startPostgres();
    return null;
  });
  await check('a Redis', async () => {
    if (!(await findRedis())) console.log('     not found: tests with several nodes are skipped');
    return null;
  });
  await check('proxies', async () => {
    const missing = await findProxies();
    if (missing.length > 0) console.log(`     not found, so not tested: ${missing.join(', ')}`);
    return null;
  });
  const args = [
    binary('vitest/vitest.mjs'),
    'run',
    ...words,
    '--reporter=dot',
    '--reporter=scripts/vitest-reporter.ts',
  ];
  await suite('unit, contract and live tests', () =>
    runSuite(args, {
      SELVEDGE_TEST_POSTGRES_URL: postgres?.url ?? '',
      ...(!process.env.SELVEDGE_TEST_DRILLS && KEEP_FREED_MEMORY),
    }));
  await postgres?.stop();
}

async function runPlaywright(words: string[]): Promise<void> {
  let browser: string | undefined;
  await check('a browser', async () => {
    browser = await findBrowser();
    return null;
  });
  if (!browser) return;
  const env = {
    SELVEDGE_TEST_BROWSER: browser,
    ...(process.env.SELVEDGE_TEST_DRILLS && { SELVEDGE_TEST_WHOLE_BROWSER: await findWholeBrowser(browser) }),
  };
  const args = [
    binary('playwright/cli.js'),
    'test',
    ...words,
    '--reporter=dot,scripts/playwright-reporter.ts',
  ];
  await suite('browser tests', () => runSuite(args, env));
}

/** Whether any file of a pattern has one of the words in its path; true without words. */
const matchesAny = (words: string[], pattern: string): boolean =>
  words.length === 0 ||
  globSync(pattern, { cwd: ROOT }).some((path) => words.some((word) => path.includes(word)));

interface Scope {
  /**
   * Run only the tests whose paths contain one of these words; without words, run all and the static checks.
   */
  words: string[];
  /** Also run the drills and the full browser matrix, which otherwise only run when named. */
  isAll?: boolean;
  isUnitOnly?: boolean;
}

/** Runs checks and tests, and prints a summary line. @returns the exit code */
export async function test({ words, isAll = false, isUnitOnly = false }: Scope): Promise<number> {
  exitOnSignals();
  const suites = [
    { run: runVitest, isNamed: matchesAny(words, 'tests/**/*.test.ts') },
    { run: runPlaywright, isNamed: !isUnitOnly && matchesAny(words, 'tests/**/*.spec.ts') },
  ].filter(({ isNamed }) => isNamed);
  if (suites.length === 0) {
    console.error(`No test path contains ${words.join(' or ')}.`);
    return 2;
  }
  const isFull = words.length === 0 && !isUnitOnly;
  const hasDrills = isAll || words.length > 0;
  if (hasDrills) process.env.SELVEDGE_TEST_DRILLS = '1';
  // Drills kill servers and measure writes: they need a real disk.
  else process.env.TMPDIR = makeTempFolder();
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-reports-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await check('build', async () => {
    await build();
    return null;
  });
  const traffic = join(folder, 'traffic');
  process.env[TRAFFIC_VARIABLE] = traffic;
  // In parallel with the tests, which spend half of their time waiting.
  const checks = isFull ? lint().then(checkTypes) : undefined;
  for (const { run: runNext } of suites) await runNext(words);
  await checks;
  if (isFull)
    await check('live traffic follows the contract and covers all of it', async () => reportTraffic(traffic));
  return summarize();
}
