import type { ChangeSavedSearch } from '@selvedge/shared/items/saved-searches';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { changeSearch, deleteSearch, findSearch, type SearchRow } from './queries.ts';

const NOT_FOUND = 'Saved search not found';

/** @throws not_found, also for another member's search */
function changeOwn(
  { db, publish }: Ctx,
  actor: Actor,
  change: (tx: Tx) => Promise<{ id: string }[]>,
): Promise<void> {
  return db.transact(async (tx) => {
    if ((await change(tx)).length === 0) throw notFound(NOT_FOUND);
    tx.afterCommit(() => publish.toMember(actor.id, 'searches:changed', {}));
  });
}

/** Renames a search, or chooses when its owner is told of what it finds. @throws not_found */
export async function editSearch(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { name, alerts }: ChangeSavedSearch,
): Promise<SearchRow> {
  const changes = { ...(name !== undefined && { name }), ...(alerts && { alerts }) };
  if (Object.keys(changes).length > 0)
    await changeOwn(ctx, actor, async (tx) => changeSearch(tx, actor.id, id, changes));
  const [search] = await ctx.db.read(async (conn) => findSearch(conn, actor.id, id));
  if (!search) throw notFound(NOT_FOUND);
  return search;
}

/** Nothing that it found so far is new any more. @throws not_found */
export function openSearch(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return changeOwn(ctx, actor, async (tx) => changeSearch(tx, actor.id, id, { openedAt: new Date() }));
}

/** @throws not_found */
export function removeSearch(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return changeOwn(ctx, actor, async (tx) => deleteSearch(tx, actor.id, id));
}
