import { run } from './child.ts';
import { REPORT_VARIABLE, type Report, readReport } from './report.ts';

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

/** A runner's exit code and output, and its reporter's counts. */
type SuiteRun = Report & { code: number; output: string };

/** Runs a test runner whose reporter writes its counts to the file `report`. */
export async function runSuite(
  report: string,
  args: string[],
  env: Record<string, string>,
  timeoutMs?: number,
): Promise<SuiteRun> {
  const ran = await run(args, { env: { ...env, [REPORT_VARIABLE]: report } }, timeoutMs);
  return { ...readReport(report), ...ran };
}

/** Runs a suite and adds its tests to the total. */
export async function suite(name: string, work: () => Promise<SuiteRun>): Promise<void> {
  console.log(`     ${name} …`);
  const startedAt = performance.now();
  const { passed, failed, skipped, unfinished, durations: ran, output, code } = await work();
  for (const [file, seconds] of Object.entries(ran)) durations.set(file, seconds);
  const openFiles = Object.entries(unfinished);
  // A runner that exits with an error, ran nothing, or was killed counts as failed even if no single test
  // failed.
  const isBroken = openFiles.length > 0 || (failed === 0 && (code !== 0 || passed === 0));
  total.passed += passed;
  total.failed += failed + (isBroken ? 1 : 0);
  total.skipped += skipped.length;
  const isGood = failed === 0 && !isBroken;
  if (!isGood) console.log(output);
  for (const one of skipped) console.log(`skip ${one.name}: ${one.reason}`);
  for (const [file, state] of openFiles) console.log(`unfinished, ${state}: ${file}`);
  const cut = openFiles.length > 0 ? `, ${openFiles.length} files unfinished` : '';
  const counts = `${passed} passed, ${failed} failed, ${skipped.length} skipped${cut}`;
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${name}: ${counts} (${secondsSince(startedAt)})`);
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
