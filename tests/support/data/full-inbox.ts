import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { foldedColumns } from '../../../server/src/items/listings/folded-columns.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';

const ROWS_AT_ONCE = 500;

/** The title of the nth conversation's listing; no title is a substring of another. */
export const titleOf = (n: number): string => `Coat ${String(n).padStart(4, '0')}`;

/**
 * Fills the inboxes of two members with conversations of one message each about the seller's listings, newest
 * first.
 * @returns their ids
 */
export async function fillInbox(
  db: Database,
  { sellerId, buyerId, count }: { sellerId: string; buyerId: string; count: number },
): Promise<string[]> {
  const end = Date.now();
  const ids: string[] = [];
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const all = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, i) => {
      const n = from + i;
      return { n, id: uuidv7(), listingId: uuidv7(), at: new Date(end - (n + 1) * 60_000) };
    });
    ids.push(...all.map(({ id }) => id));
    const photo = { key: `${sellerId}/1-a-front-1800.webp`, width: 900, height: 1200, placeholder: 'AAAA' };
    const terms = { brand: 'Kapital', size: 'L' };
    const listing = { sellerId, ...terms, ...foldedColumns({ ...terms, title: '' }) };
    const priced = {
      ...({ category: 'Outerwear', condition: 'Used' } as const),
      ...{ priceCents: 36_500, photos: [photo] },
    };
    await db.transact(async ({ q, t }) => {
      await q.insert(t.listings).values(
        all.map(({ n, listingId, at }) => ({
          ...{ ...listing, ...priced, id: listingId, title: titleOf(n), createdAt: at, bumpedAt: at },
        })),
      );
      await q.insert(t.conversations).values(
        all.map(({ id, listingId, at }) => ({
          ...{ id, sellerId, buyerId, listingId, creatorId: buyerId, lastSeq: 1, lastSenderId: buyerId },
          ...{ lastMessageAt: at, createdAt: at, changedAt: at },
        })),
      );
      await q.insert(t.messages).values(
        all.map(({ n, id, at }) => ({
          ...{ id: uuidv7(), conversationId: id, seq: 1, senderId: buyerId },
          ...{ clientId: randomUUID(), messageType: 'text' as const, content: `needle ${n}`, createdAt: at },
        })),
      );
    });
  }
  return ids;
}
