import type { Wanted } from '@selvedge/shared/wanted';
import { hiddenPeople } from '../members/block-queries.ts';
import type { Wanting } from './context.ts';
import { presentWanted } from './present.ts';
import { findWanted } from './queries.ts';

/**
 * Publishes how a request is now, after the commit, to everybody from whom its buyer is not hidden.
 * @returns the request as everybody sees it.
 */
export async function announce(
  { tx, publish, onChange }: Pick<Wanting, 'tx' | 'publish' | 'onChange'>,
  event: 'wtb:new' | 'wtb:changed',
  id: string,
): Promise<Wanted> {
  const [row] = await findWanted(tx, { id });
  if (!row) throw new Error('a WTB just stored is not there');
  const wtb = presentWanted(row);
  await onChange?.(tx, id);
  const hidden = await hiddenPeople(tx, { id: wtb.buyer.id });
  tx.afterCommit(() =>
    publish.toEveryone(
      event,
      { wtb },
      hidden.map((person) => person.id),
    ),
  );
  return wtb;
}
