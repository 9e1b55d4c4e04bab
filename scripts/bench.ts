import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BenchTable } from '../tests/bench/table.ts';
import { besideBefore } from './bench-compare.ts';
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
    // The first column holds names, the others figures.
    console.log(
      `  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
    );
  }
}

interface Wanted {
  names: string[];
  save: string | undefined;
  before: BenchTable[];
}

function read(args: string[]): Wanted {
  const options = { save: { type: 'string' }, against: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const { save, against } = values;
  const before = against === undefined ? [] : (JSON.parse(readFileSync(against, 'utf8')) as BenchTable[]);
  return { names: positionals, save, before };
}

/**
 * Runs every benchmark in `tests/bench`, or the named ones, with a throw-away PostgreSQL. `--save FILE` saves the
 * figures; `--against FILE`, run at another commit, shows saved figures beneath the new ones. @returns the exit code.
 */
export async function bench(args: string[]): Promise<number> {
  exitOnSignals();
  const { names, save, before } = read(args);
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && file !== 'table.ts');
  const all = files.map((file) => file.replace(/\.ts$/, ''));
  const chosen = all.filter((name) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) {
    console.error(`There are: ${all.join(', ')}.`);
    return 2;
  }
  const postgres = await startPostgres();
  process.env.SELVEDGE_TEST_POSTGRES_URL = postgres.url;
  const found: BenchTable[] = [];
  try {
    for (const name of chosen.sort()) {
      // Every file of that folder exports `bench`.
      const part = (await import(new URL(`${name}.ts`, FOLDER).href)) as { bench(): Promise<BenchTable[]> };
      for (const table of await part.bench()) {
        found.push(table);
        print(besideBefore(table, before));
      }
    }
  } finally {
    await postgres.stop();
    // Saved even when one failed: the figures of those before it are good.
    if (save !== undefined) writeFileSync(save, JSON.stringify(found, null, 2));
  }
  return 0;
}
