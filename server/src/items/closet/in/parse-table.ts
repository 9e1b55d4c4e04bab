import { CLOSET_COLUMNS_MAX, CLOSET_ROWS_MAX } from '@selvedge/shared/items/closet';
import { AppError } from '../../../platform/core/errors.ts';
import { decodeText } from './decode-text.ts';
import { refuse } from './refuse.ts';

export const CSV_MAX_BYTES = 10 * 1024 * 1024;
/** In characters. No field of a listing is longer. */
const CELL_MAX = 10_000;
/** More than rows, because some exports have one line for each photo of an item. */
const LINES_MAX = 5_000;
/** Exports have hundreds of columns or thousands of lines, never both. */
const CELLS_MAX = LINES_MAX * CLOSET_COLUMNS_MAX;
const LINE_CELLS_MAX = 10 * CLOSET_COLUMNS_MAX;
const SEPARATORS = [',', ';', '\t'] as const;

/** The most frequent separator in the header row, outside of quotes. */
function separatorOf(text: string): string {
  const start = text.slice(0, 100_000).replace(/^\s*\n/, '');
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start)?.[0] ?? '';
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const cut = (cell: string): string => cell.slice(0, CELL_MAX).toWellFormed();

/** Keeps a blank line as a row without cells, because spreadsheets count it. Leading ones are dropped. */
function createRowReader(): (cells: string[]) => string[] | null {
  let filled = 0;
  return (cells) => {
    if (cells.every((cell) => cell.trim() === '')) return filled === 0 ? null : [];
    filled += 1;
    if (filled > LINES_MAX + 1) throw tooManyRows();
    return cells.slice(0, CLOSET_COLUMNS_MAX).map(cut);
  };
}

/** Counts cells while parsing: a file of separators would take a gigabyte. @throws invalid_input if there are too many */
function createCellCheck(): (cell: string, at: { index: number }) => string {
  let count = 0;
  return (cell, { index }) => {
    count += 1;
    if (index >= LINE_CELLS_MAX || count > CELLS_MAX) throw refuse('The CSV has too many columns.');
    return cell;
  };
}

/** @throws invalid_input if it is no table, or has too many rows */
export async function parseTable(bytes: Buffer): Promise<{ columns: string[]; records: string[][] }> {
  if (bytes.length > CSV_MAX_BYTES) throw refuse('The CSV is too large (max 10MB).');
  // Excel may write the separator in a first line: `sep=;`.
  const [, said, text = ''] = /^(?:sep=(.)\r?\n)?(.*)$/s.exec(decodeText(bytes)) ?? [];
  if (text.includes('\0')) throw refuse('This is neither a CSV nor a ZIP.');
  const { parse } = await import('csv-parse/sync');
  let rows: string[][];
  try {
    rows = parse(text, {
      delimiter: said ?? separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      cast: createCellCheck(),
      on_record: createRowReader(),
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse('The CSV cannot be read: a quotation mark in it has no end.', error);
  }
  const [columns = [], ...records] = rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
  if (columns.length === 0) throw refuse('The file is empty.');
  if (columns.length < 2)
    throw refuse('The first row must name the columns, with commas, semicolons or tabs between them.');
  if (records.length === 0) throw refuse('The file has column names, and no rows.');
  return { columns: columns.map((name) => name.trim()), records };
}

export function tooManyRows() {
  return refuse(`The file has more than ${CLOSET_ROWS_MAX} rows. Split it.`);
}
