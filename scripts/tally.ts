import { run } from './child.ts';
import { createSuiteProgress, type SuiteProgress } from './suite-progress.ts';

const total = { passed: 0, failed: 0, skipped: 0 };
const durations = new Map<string, number>();
const SLOWEST = 10;

const secondsSince = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/**
 * Runs a check that counts as one test. @param work returns null to pass, or the finding; throwing fails it,
 * too
 */
export async function check(name: string, work: () => Promise<string | null>): Promise<void> {
  const startedAt = performance.now();
  const finding = await work().catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  total[finding === null ? 'passed' : 'failed'] += 1;
  console.log(`${finding === null ? 'ok  ' : 'FAIL'} ${name} (${secondsSince(startedAt)})`);
  if (finding !== null) console.log(finding);
}

interface SuiteRun {
  code: number;
  output: string;
  progress: SuiteProgress;
}

/** Runs a test runner with one of our reporters. */
export async function runSuite(
  args: string[],
  env: Record<string, string>,
  timeoutMs?: number,
): Promise<SuiteRun> {
  const progress = createSuiteProgress();
  try {
    return { progress, ...(await run(args, { env }, timeoutMs, progress.receive)) };
  } finally {
    progress.end();
  }
}

/** Runs a suite and adds its tests to the total. */
export async function suite(name: string, work: () => Promise<SuiteRun>): Promise<void> {
  console.log(`     ${name} …`);
  const startedAt = performance.now();
  const { progress, output, code } = await work();
  const { counts, skipped } = progress;
  for (const [file, seconds] of progress.durations) durations.set(file, seconds);
  const unfinished = (['running', 'not started'] as const).flatMap((state) =>
    progress.filesIn(state).map((file) => `unfinished, ${state}: ${file}`),
  );
  // A runner that exits with an error, ran nothing, or was killed counts as failed even if no single test
  // failed.
  const isBroken = unfinished.length > 0 || (counts.failed === 0 && (code !== 0 || counts.passed === 0));
  total.passed += counts.passed;
  total.failed += counts.failed + (isBroken ? 1 : 0);
  total.skipped += skipped.length;
  const isGood = counts.failed === 0 && !isBroken;
  if (!isGood) console.log(output);
  for (const one of skipped) console.log(`skip ${one.name}: ${one.reason}`);
  for (const line of unfinished) console.log(line);
  const cut = unfinished.length > 0 ? `, ${unfinished.length} files unfinished` : '';
  const text = `${counts.passed} passed, ${counts.failed} failed, ${skipped.length} skipped${cut}`;
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${name}: ${text} (${secondsSince(startedAt)})`);
  if (isBroken) console.log(`     the runner exited with code ${code}`);
}

/** Prints the slowest files and the summary line. @returns the exit code */
export function summarize(): number {
  const slowest = [...durations].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  console.log(
    `     slowest: ${slowest.map(([file, seconds]) => `${file} ${seconds.toFixed(1)} s`).join(', ')}`,
  );
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0 ? 0 : 1;
}
