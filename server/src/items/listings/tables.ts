import type { Listing } from '@selvedge/shared/items/listings';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';
import type { StoredPhoto, StoredProof } from '../../platform/db/stored-photo.ts';

export function listingTables(
  { table, index, uniqueIndex, id, str, int, flag, instant, json }: Kit,
  { users }: Referenced<'users'>,
) {
  const listings = table(
    'listings',
    {
      id: id('id').primaryKey(),
      sellerId: id('seller_id')
        .notNull()
        .references(() => users.id),
      title: str('title').notNull(),
      description: str('description'),
      brand: str('brand').notNull(),
      /** Lower case without diacritics, for search. */
      brandFolded: str('brand_folded').notNull(),
      /** The normalised brand, for finding matching WTBs. */
      brandKey: str('brand_key').notNull(),
      category: str('category').$type<Listing['category']>().notNull(),
      size: str('size').notNull(),
      /** The words of the size between spaces, for search. */
      sizeWords: str('size_words').notNull(),
      condition: str('condition').$type<Listing['condition']>().notNull(),
      priceCents: int('price_cents').notNull(),
      originalPriceCents: int('original_price_cents'),
      isSold: flag('is_sold').notNull().default(false),
      soldAt: instant('sold_at'),
      photos: json<StoredPhoto[]>('photos').notNull(),
      createdAt: instant('created_at').notNull(),
      bumpedAt: instant('bumped_at').notNull(),
      /** When its owner last changed its texts or photos. */
      editedAt: instant('edited_at'),
      /** When its owner last bumped it; the cooldown starts here. */
      lastBumpAt: instant('last_bump_at'),
      /** When a discount last bumped it; discounts have a separate cooldown. */
      discountBumpAt: instant('discount_bump_at'),
      /** A removed listing stays as a tombstone for its conversations. */
      removedAt: instant('removed_at'),
      /** The conversation with the member for whom it is on hold, and until when; null if it is not on hold. */
      holdConversationId: id('hold_conversation_id'),
      holdUntil: instant('hold_until'),
      /** Removed only while its seller is suspended; lifting the suspension restores it. */
      isSuspended: flag('is_suspended').notNull().default(false),
      /** Id from the seller's client, so that a retry creates no duplicate. */
      clientId: id('client_id'),
      proofPhoto: json<StoredProof>('proof_photo'),
      /** The words that `q` searches; null until a job has indexed a listing of an earlier version. */
      searchWords: str('search_words'),
    },
    (t) => [
      uniqueIndex('listings_once').on(t.sellerId, t.clientId).where(sql`client_id is not null`),
      // Each sort order of the grid has two indexes: overall and within a category. They include all filter columns, so that only matching rows are read.
      ...(['bumped', 'newest', 'price'] as const).flatMap((order) => {
        const by = { bumped: t.bumpedAt, newest: t.createdAt, price: t.priceCents }[order];
        const filterColumns = [
          t.brandFolded,
          t.condition,
          t.sizeWords,
          t.isSold,
          ...(by === t.priceCents ? [] : [t.priceCents]),
        ];
        const live = sql`removed_at is null`;
        return [
          index(`listings_${order}`)
            .on(by, t.id, t.category, ...filterColumns)
            .where(live),
          index(`listings_${order}_category`)
            .on(t.category, by, t.id, ...filterColumns)
            .where(live),
        ];
      }),
      index('listings_brand')
        .on(t.brandKey, t.id, t.priceCents)
        .where(sql`removed_at is null and not is_sold`),
      index('listings_on_hold').on(t.holdUntil).where(sql`hold_until is not null`),
      index('listings_removed').on(t.removedAt, t.id).where(sql`removed_at is not null and not is_suspended`),
      index('listings_suspended').on(t.sellerId).where(sql`is_suspended`),
      index('listings_seller').on(t.sellerId, t.bumpedAt, t.id).where(sql`removed_at is null`),
    ],
  );

  return { listings };
}
