import { CLOSET_IMPORTS_MAX, type ClosetMatch, type ClosetRow } from '@selvedge/shared/items/closet';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { lockMember } from '../../../members/public.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import {
  type CountedImport,
  changeImport,
  findImport,
  findRunning,
  insertImport,
  insertRows,
} from '../queries.ts';
import type { WaitingPhoto } from '../tables.ts';
import { discardEarlierWithin, discardImports } from './discard-imports.ts';
import { requireNoProof, rowsOfTable } from './preview-file.ts';
import { type ClosetFile, withClosetFile } from './read-file.ts';
import { refuse } from './refuse.ts';

const BATCH = 100;

type NewRow = Tables['closetRows']['$inferInsert'];

/** Stable across imports of the same table, so that no row is posted twice. */
const clientIdOf = (hash: Buffer, number: number): string => uuidv5(String(number), hash.subarray(0, 16));

/** The rows to store, and the paths of their photos in the order of the originals. */
function rowsToStore(importId: string, hash: Buffer, rows: ClosetRow[]) {
  const paths: string[] = [];
  const waiting = (path: string): WaitingPhoto => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    original: paths.push(path) - 1,
  });
  const stored = rows.map(
    ({ number, photos, problems, notes, ...fields }): NewRow => ({
      ...{ id: uuidv7(), importId, number, fields, photos: photos.map(waiting) },
      ...{ clientId: clientIdOf(hash, number), state: 'waiting' },
    }),
  );
  return { stored, paths };
}

/** @throws conflict if another import of the member is running */
function reserve(ctx: Ctx, actor: Actor, id: string, fileName: string, originals: number): Promise<void> {
  return ctx.db.transact(async (tx) => {
    await lockMember(tx, actor.id);
    const [running] = await findRunning(tx, actor.id);
    if (running)
      throw new AppError('conflict', 'An import of yours is still running. Wait for it, or stop it.');
    await discardEarlierWithin(ctx, tx, actor.id, CLOSET_IMPORTS_MAX - 1);
    const at = new Date();
    await insertImport(tx, {
      ...{ id, memberId: actor.id, fileName, state: 'receiving', originals },
      ...{ createdAt: at, dueAt: at, takenUntil: at },
    });
  });
}

async function store(ctx: Ctx, actor: Actor, fileName: string, file: ClosetFile, match: ClosetMatch) {
  const good = rowsOfTable(ctx, file.table, match).rows.filter(({ problems }) => problems.length === 0);
  if (good.length === 0) throw refuse('None of the rows can be posted.');
  const id = uuidv7();
  const { stored, paths } = rowsToStore(id, file.hash, good);
  await reserve(ctx, actor, id, fileName, paths.length);
  try {
    for (const [number, path] of paths.entries())
      await ctx.media.originals.put(id, number, await file.photo(path));
    await ctx.db.transact(async (tx) => {
      for (let at = 0; at < stored.length; at += BATCH) await insertRows(tx, stored.slice(at, at + BATCH));
      const [known] = await changeImport(tx, id, { state: 'posting' });
      if (!known) throw new AppError('conflict', 'The import was stopped.');
      tx.afterCommit(() => ctx.publish.toMember(actor.id, 'imports:changed', {}));
    });
  } catch (error) {
    await discardImports(ctx, actor.id, id);
    throw error;
  }
  return id;
}

/**
 * Stores the valid rows of a file with their photos, to be posted in the background.
 * @throws invalid_input if the file is unreadable or has no valid row; conflict if another import is running
 */
export async function startImport(
  ctx: Ctx,
  actor: Actor,
  { path, name }: { path: string; name: string },
  match: ClosetMatch,
): Promise<CountedImport> {
  requireNoProof(ctx);
  const id = await withClosetFile(path, (file) => store(ctx, actor, name, file, match));
  const [started] = await ctx.db.read((conn) => findImport(conn, actor.id, id));
  if (!started) throw new AppError('conflict', 'The import was stopped.');
  return started;
}
