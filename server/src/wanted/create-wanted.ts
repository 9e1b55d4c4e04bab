import { brandKeyOf } from '@selvedge/shared/matching';
import type { NewWanted, Wanted } from '@selvedge/shared/wanted';
import { v7 as uuidv7 } from 'uuid';
import { hiddenPeople } from '../blocks/queries.ts';
import { foldText } from '../search-text.ts';
import { holdMember } from '../users/find-user.ts';
import type { Wanting } from './context.ts';
import { presentWanted } from './present.ts';
import { findWanted, insertWanted } from './queries.ts';

/** Posts what the actor looks for; it stands at the top of the list, and everybody is told. @throws not_found when they are gone */
export async function createWanted(
  { tx, actor, publish, onChange }: Wanting,
  { maxPrice, description = null, ...fields }: NewWanted,
): Promise<Wanted> {
  // Whoever is deleting their account meanwhile leaves nothing behind.
  await holdMember(tx, actor.id);
  const at = new Date();
  const id = uuidv7();
  await insertWanted(tx, {
    ...fields,
    id,
    description,
    buyerId: actor.id,
    searchFolded: foldText(fields.title, fields.brand),
    brandKey: brandKeyOf(fields.brand),
    maxPriceCents: maxPrice,
    createdAt: at,
    bumpedAt: at,
  });
  const [row] = await findWanted(tx, { id });
  if (!row) throw new Error('a WTB just stored is not there');
  const wtb = presentWanted(row);
  await onChange?.(tx, id);
  const hidden = await hiddenPeople(tx, { id: wtb.buyer.id });
  tx.afterCommit(() =>
    publish.toEveryone(
      'wtb:new',
      { wtb },
      hidden.map((person) => person.id),
    ),
  );
  return wtb;
}
