import type { NewWanted, Wanted } from '@selvedge/shared/wanted';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../actor.ts';
import type { Tx } from '../db/database.ts';
import { foldText } from '../search-text.ts';
import { presentWanted } from './present.ts';
import { findWanted, insertWanted } from './queries.ts';

/** Posts what somebody looks for; it stands at the top of the list. */
export async function createWanted(
  { tx, actor }: { tx: Tx; actor: Pick<Actor, 'id'> },
  { maxPrice, ...fields }: NewWanted,
): Promise<Wanted> {
  const at = new Date();
  const id = uuidv7();
  await insertWanted(tx, {
    ...fields,
    id,
    buyerId: actor.id,
    searchFolded: foldText(fields.title, fields.brand),
    maxPriceCents: maxPrice,
    createdAt: at,
    bumpedAt: at,
  });
  const [row] = await findWanted(tx, { id });
  if (!row) throw new Error('a WTB just stored is not there');
  return presentWanted(row);
}
