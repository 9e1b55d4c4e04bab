import type { BenchTable } from '../tests/bench/table.ts';

type Cell = string | number;

/** The number at the start of a cell: `5868` of `5868 (5260–6395)`. */
const numberIn = (cell: Cell | undefined): number => Number.parseFloat(String(cell ?? ''));

function changeOf(now: Cell, before: Cell | undefined): string {
  const ratio = numberIn(now) / numberIn(before);
  return Number.isFinite(ratio) ? `× ${ratio.toFixed(2)}` : '';
}

/**
 * Adds the figures of an earlier run and their ratio below each row of a table. Tables are matched by title,
 * rows by their first cell.
 */
export function addEarlierFigures(table: BenchTable, before: BenchTable[]): BenchTable {
  const old = before.find(({ title }) => title === table.title);
  if (!old) return table;
  const rows = table.rows.flatMap((row) => {
    const oldRow = old.rows.find(([name]) => name === row[0]);
    if (!oldRow) return [row];
    const changes = row.slice(1).map((cell, n) => changeOf(cell, oldRow[n + 1]));
    return [row, ['  before', ...oldRow.slice(1)], ['  now to before', ...changes]];
  });
  return { ...table, rows };
}
