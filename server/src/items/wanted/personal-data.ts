import { fromCents } from '@selvedge/shared/platform/money';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { recordRemovals } from '../events/record-item-event.ts';
import { findAllOfBuyer, forgetAllOfBuyer, removeAllOfBuyer } from './queries.ts';

const plain = ({
  buyerId,
  searchFolded,
  brandKey,
  clientId,
  maxPriceCents,
  ...rest
}: Tables['wanted']['$inferSelect']) => ({
  ...rest,
  maxPrice: fromCents(maxPriceCents),
});

/** A member's WTBs, open and found. */
export function wantedPart({ db, publish }: { db: Database; publish: Publish }): PersonalPart {
  return {
    async *files(memberId) {
      const rows = await db.read((conn) => findAllOfBuyer(conn, memberId));
      yield jsonFile('want-to-buy.json', rows.map(plain));
    },
    async erase(tx, memberId) {
      const removed = await removeAllOfBuyer(tx, memberId, new Date());
      await recordRemovals(
        tx,
        removed.map((wanted) => ({ wantedId: wanted.id })),
      );
      await forgetAllOfBuyer(tx, memberId);
      await tx.emit('items of member changed', {
        ...{ memberId, listings: [], change: 'removed' },
        wanted: removed.map(({ id }) => id),
      });
      tx.afterCommit(() => {
        for (const { id } of removed) publish.toEveryone('wtb:removed', { id });
      });
    },
  };
}
