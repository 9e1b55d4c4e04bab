import type { DealState } from '@selvedge/shared/deals/deals';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';
import type { StoredPhoto } from '../../platform/db/stored-photo.ts';

/** Who sold what to whom, once both say so. */
export function dealTables(
  { table, index, uniqueIndex, id, str, json, instant }: Kit,
  { users, listings, wanted, conversations }: Referenced<'users' | 'listings' | 'wanted' | 'conversations'>,
) {
  const deals = table(
    'deals',
    {
      id: id('id').primaryKey(),
      /** Exactly one of the two is set. */
      listingId: id('listing_id').references(() => listings.id),
      wantedId: id('wanted_id').references(() => wanted.id),
      /** Their conversation; null once it is deleted with both accounts. */
      conversationId: id('conversation_id').references(() => conversations.id, { onDelete: 'set null' }),
      buyerId: id('buyer_id')
        .notNull()
        .references(() => users.id),
      sellerId: id('seller_id')
        .notNull()
        .references(() => users.id),
      /** Copied, so that they outlive the item. */
      title: str('title').notNull(),
      photo: json<StoredPhoto>('photo'),
      state: str('state').$type<DealState>().notNull(),
      soldAt: instant('sold_at').notNull(),
      proposedAt: instant('proposed_at').notNull(),
      madeAt: instant('made_at'),
    },
    (t) => [
      uniqueIndex('deals_listing').on(t.listingId).where(sql`listing_id is not null`),
      uniqueIndex('deals_wanted').on(t.wantedId).where(sql`wanted_id is not null`),
      index('deals_buyer').on(t.buyerId, t.madeAt),
      index('deals_seller').on(t.sellerId, t.madeAt),
      index('deals_conversation').on(t.conversationId),
      index('deals_proposed').on(t.proposedAt).where(sql`state = 'proposed'`),
    ],
  );
  return { deals };
}
