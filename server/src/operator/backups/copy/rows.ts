import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sync } from '../../../platform/core/durable-files.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { type NeutralRow, type TableShape, tableShapes } from '../../../platform/db/snapshot/shapes.ts';
import { type Filling, ROWS_AT_ONCE, type Snapshot } from '../../../platform/db/snapshot/snapshot.ts';
import { rowsFile } from './manifest.ts';

/** Rows as lines of JSON. The same rows yield the same bytes, whichever database they come from. */
async function* linesOf(batches: AsyncIterable<NeutralRow[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export async function* readRows(folder: string, table: string): AsyncGenerator<NeutralRow[]> {
  let rows: NeutralRow[] = [];
  for await (const line of createInterface({ input: createReadStream(join(folder, rowsFile(table))) })) {
    // We wrote this file ourselves, and its checksum was compared before.
    rows.push(JSON.parse(line) as NeutralRow);
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** Replaces the tables of an earlier attempt. */
export async function writeRows(snapshot: Snapshot, folder: string): Promise<void> {
  await mkdir(join(folder, 'rows'), { recursive: true, mode: 0o700 });
  for (const shape of tableShapes()) {
    const path = join(folder, rowsFile(shape.name));
    await pipeline(Readable.from(linesOf(snapshot.rows(shape))), createWriteStream(path, { mode: 0o600 }));
    await sync(path);
  }
}

async function sumOfRows(snapshot: Snapshot, shape: TableShape): Promise<string> {
  const hash = createHash('sha256');
  for await (const lines of linesOf(snapshot.rows(shape))) hash.update(lines);
  return hash.digest('hex');
}

/** Reads the rows back. @throws when a table's rows differ afterwards */
export async function fillWithRows(
  filling: Filling,
  folder: string,
  sums: Map<string, string>,
): Promise<void> {
  for (const shape of tableShapes())
    for await (const rows of readRows(folder, shape.name)) await filling.insert(shape, rows);
  for (const shape of tableShapes()) {
    if ((await sumOfRows(filling, shape)) === sums.get(rowsFile(shape.name))) continue;
    throw new AppError(
      'internal',
      `The rows of table ${shape.name} differ after the import: nothing was imported.`,
    );
  }
}
