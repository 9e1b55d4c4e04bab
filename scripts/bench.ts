import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BenchTable } from '../tests/bench/table.ts';
import { addEarlierFigures } from './bench-compare.ts';
import { exitOnSignals } from './child.ts';
import { startPostgres } from './postgres.ts';

const FOLDER = new URL('../tests/bench/', import.meta.url);

const markdownRow = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

function print({ title, columns, rows, isMarkdown }: BenchTable): void {
  if (isMarkdown) {
    const lines = [columns, columns.map((_, i) => (i === 0 ? '---' : '--:')), ...rows].map(markdownRow);
    console.log(`\n${title}\n\n${lines.join('\n')}`);
    return;
  }
  const lines = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const line of lines) {
    // The first column has names, the others numbers.
    console.log(
      `  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
    );
  }
}

interface Options {
  names: string[];
  save: string | undefined;
  before: BenchTable[];
}

function read(args: string[]): Options {
  const options = { save: { type: 'string' }, against: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const { save, against } = values;
  const before = against === undefined ? [] : (JSON.parse(readFileSync(against, 'utf8')) as BenchTable[]);
  return { names: positionals, save, before };
}

/**
 * Runs every benchmark in `tests/bench`, or the named ones, with a throwaway PostgreSQL. `--save FILE` saves
 * the results; `--against FILE` prints results saved at another commit below the new ones. @returns the exit
 * code
 */
export async function bench(args: string[]): Promise<number> {
  exitOnSignals();
  const { names, save, before } = read(args);
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && file !== 'table.ts');
  const all = files.map((file) => file.replace(/\.ts$/, ''));
  const chosen = all.filter((name) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) {
    console.error(`Available benchmarks: ${all.join(', ')}.`);
    return 2;
  }
  const postgres = await startPostgres();
  process.env.SELVEDGE_TEST_POSTGRES_URL = postgres.url;
  const results: BenchTable[] = [];
  try {
    for (const name of chosen.sort()) {
      // Every file in that folder exports `bench`.
      const part = (await import(new URL(`${name}.ts`, FOLDER).href)) as { bench(): Promise<BenchTable[]> };
      for (const table of await part.bench()) {
        results.push(table);
        print(addEarlierFigures(table, before));
      }
    }
  } finally {
    await postgres.stop();
    // Save the results even when a benchmark has failed: those of the earlier benchmarks are valid.
    if (save !== undefined) writeFileSync(save, JSON.stringify(results, null, 2));
  }
  return 0;
}
