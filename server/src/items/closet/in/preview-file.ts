import {
  CLOSET_ROWS_MAX,
  type ClosetMatch,
  type ClosetPreview,
  type ClosetRow,
  type ClosetTable,
} from '@selvedge/shared/items/closet';
import { matchColumns } from '@selvedge/shared/items/closet-columns';
import { readCloset } from '@selvedge/shared/items/read-closet';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { tooManyRows } from './parse-table.ts';
import { withClosetFile } from './read-file.ts';

/** @throws conflict if the instance requires proof photos, which cannot come from a file */
export function requireNoProof({ settings }: Ctx): void {
  if (settings.current().features.proofPhoto !== 'required') return;
  throw new AppError('conflict', 'Each listing here needs a proof photo, so none can come from a file.');
}

/** @throws invalid_input if there are too many rows */
export function rowsOfTable(
  { settings }: Ctx,
  table: ClosetTable,
  given: ClosetMatch | undefined,
): { match: ClosetMatch; rows: ClosetRow[] } {
  const match = given ?? { columns: matchColumns(table.columns, table.records), all: {} };
  const rows = readCloset(table, match, settings.currency());
  if (rows.length > CLOSET_ROWS_MAX) throw tooManyRows();
  return { match, rows };
}

/** Reads a file without storing anything. */
export function previewFile(ctx: Ctx, path: string, match: ClosetMatch | undefined): Promise<ClosetPreview> {
  requireNoProof(ctx);
  return withClosetFile(path, async ({ table }) => ({ ...table, ...rowsOfTable(ctx, table, match) }));
}
