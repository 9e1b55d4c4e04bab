import type { OfferState } from '@selvedge/shared/deals/offers';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Offers; each is made by the message whose `offer_id` refers to it. */
export function offerTables(
  { table, index, uniqueIndex, id, str, int, instant }: Kit,
  { users, listings, conversations }: Referenced<'users' | 'listings' | 'conversations'>,
) {
  const offers = table(
    'offers',
    {
      id: id('id').primaryKey(),
      conversationId: id('conversation_id')
        .notNull()
        .references(() => conversations.id, { onDelete: 'cascade' }),
      /** The conversation's listing; null if it is about a WTB. */
      listingId: id('listing_id').references(() => listings.id),
      byId: id('by_id')
        .notNull()
        .references(() => users.id),
      amountCents: int('amount_cents').notNull(),
      /** The listing's price when the offer was made; null for a WTB. */
      listingPriceCents: int('listing_price_cents'),
      state: str('state').$type<OfferState>().notNull(),
      expiresAt: instant('expires_at').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('offers_open').on(t.conversationId).where(sql`state = 'open'`),
      index('offers_conversation').on(t.conversationId, t.createdAt),
      index('offers_listing').on(t.listingId).where(sql`state = 'open'`),
      index('offers_accepted').on(t.listingId).where(sql`state = 'accepted'`),
      index('offers_expiring').on(t.expiresAt).where(sql`state = 'open'`),
    ],
  );
  return { offers };
}
