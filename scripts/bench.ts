import { readdirSync } from 'node:fs';
import type { BenchTable } from '../tests/bench/table.ts';
import { exitOnSignals } from './child.ts';
import { startPostgres } from './postgres.ts';

const FOLDER = new URL('../tests/bench/', import.meta.url);

const inMarkdown = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

function print({ title, columns, rows, isMarkdown }: BenchTable): void {
  if (isMarkdown) {
    const lines = [columns, columns.map((_, i) => (i === 0 ? '---' : '--:')), ...rows].map(inMarkdown);
    console.log(`\n${title}\n\n${lines.join('\n')}`);
    return;
  }
  const lines = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const line of lines) {
    // The first column names, the others are figures.
    console.log(
      `  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
    );
  }
}

/** Runs every benchmark in `tests/bench`, or those named, beside a throw-away PostgreSQL. @returns the exit code. */
export async function bench(names: string[]): Promise<number> {
  exitOnSignals();
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && file !== 'table.ts');
  const chosen = files.filter((file) => names.length === 0 || names.includes(file.replace(/\.ts$/, '')));
  if (chosen.length === 0) {
    console.error(`There are: ${files.map((file) => file.replace(/\.ts$/, '')).join(', ')}.`);
    return 2;
  }
  const postgres = await startPostgres();
  process.env.SELVEDGE_TEST_POSTGRES_URL = postgres.url;
  try {
    for (const file of chosen.sort()) {
      // Each file of that folder exports it.
      const part = (await import(new URL(file, FOLDER).href)) as { bench(): Promise<BenchTable[]> };
      for (const table of await part.bench()) print(table);
    }
  } finally {
    await postgres.stop();
  }
  return 0;
}
