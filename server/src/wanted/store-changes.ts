import type { Wanted } from '@selvedge/shared/wanted';
import { hiddenPeople } from '../blocks/queries.ts';
import type { Tables } from '../db/tables.ts';
import type { Wanting } from './context.ts';
import { presentWanted } from './present.ts';
import { findWanted, updateWanted } from './queries.ts';

/** Stores changes of a request and, once they are on disk, tells everybody. @returns the request as it now is. */
export async function storeChanges(
  { tx, publish, onChange }: Wanting,
  id: string,
  changes: Partial<Tables['wanted']['$inferInsert']>,
): Promise<Wanted> {
  await updateWanted(tx, id, changes);
  const [row] = await findWanted(tx, { id });
  if (!row) throw new Error('a WTB just changed is not there');
  const wtb = presentWanted(row);
  await onChange?.(tx, id);
  const hidden = await hiddenPeople(tx, { id: wtb.buyer.id });
  tx.afterCommit(() =>
    publish.toEveryone(
      'wtb:changed',
      { wtb },
      hidden.map((person) => person.id),
    ),
  );
  return wtb;
}
