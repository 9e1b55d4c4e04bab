import { stripVTControlCharacters } from 'node:util';
import type { Report } from './report.ts';

const EVERY_MS = 15_000;
/** The most lines of a failure that are printed at once; the runner's own output follows at the end. */
const LINES_MAX = 12;
const SHOWN_FILES = 3;

/** Minutes and seconds, as `1:05`. */
const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Counts what a suite reports; prints each failure at once, and regularly how far the suite is. */
export function createSuiteProgress() {
  const startedAt = performance.now();
  const counts = { passed: 0, failed: 0 };
  const skipped: { name: string; reason: string }[] = [];
  const files = new Map<string, 'not started' | 'running' | 'ended'>();
  /** Seconds by file. */
  const durations = new Map<string, number>();
  const filesIn = (state: string) => [...files].filter(([, one]) => one === state).map(([file]) => file);

  const timer = setInterval(() => {
    const running = filesIn('running');
    const more = running.length > SHOWN_FILES ? ` and ${running.length - SHOWN_FILES} more` : '';
    console.log(
      `     ${clock(performance.now() - startedAt)}  ${filesIn('ended').length} of ${files.size} files,`,
      `${counts.passed} tests passed, ${counts.failed} failed; now ${running.slice(0, SHOWN_FILES).join(', ')}${more}`,
    );
  }, EVERY_MS);

  return {
    counts,
    skipped,
    durations,
    filesIn,
    receive(one: Report): void {
      if (one.kind === 'planned') for (const file of one.files) files.set(file, 'not started');
      if (one.kind === 'started') files.set(one.file, 'running');
      if (one.kind === 'passed') counts.passed += 1;
      if (one.kind === 'skipped') skipped.push({ name: one.name, reason: one.reason });
      if (one.kind === 'failed') {
        counts.failed += 1;
        const lines = stripVTControlCharacters(one.error).split('\n').slice(0, LINES_MAX);
        console.log(`FAIL ${one.name}\n${lines.map((line) => `     ${line}`).join('\n')}`);
        console.log(`     to run it again: npm test ${one.file}`);
      }
      if (one.kind === 'ended') {
        files.set(one.file, 'ended');
        durations.set(one.file, one.seconds);
      }
    },
    end: () => clearInterval(timer),
  };
}
export type SuiteProgress = ReturnType<typeof createSuiteProgress>;
