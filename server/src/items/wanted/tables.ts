import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

export function wantedTables(
  { table, index, uniqueIndex, id, str, int, flag, instant }: Kit,
  { users }: Referenced<'users'>,
) {
  const wanted = table(
    'wanted',
    {
      id: id('id').primaryKey(),
      buyerId: id('buyer_id')
        .notNull()
        .references(() => users.id),
      title: str('title').notNull(),
      description: str('description'),
      brand: str('brand').notNull(),
      /** Title and brand in lower case without diacritics, for search. */
      searchFolded: str('search_folded').notNull(),
      /** The normalised brand, for finding matching listings. */
      brandKey: str('brand_key').notNull(),
      size: str('size').notNull(),
      maxPriceCents: int('max_price_cents').notNull(),
      isFulfilled: flag('is_fulfilled').notNull().default(false),
      createdAt: instant('created_at').notNull(),
      bumpedAt: instant('bumped_at').notNull(),
      /** When its buyer last changed its texts. */
      editedAt: instant('edited_at'),
      /** When its buyer last bumped it; the cooldown starts here. */
      lastBumpAt: instant('last_bump_at'),
      /** A removed WTB stays as a tombstone for its conversations. */
      removedAt: instant('removed_at'),
      /** Removed only while its buyer is suspended; lifting the suspension restores it. */
      isSuspended: flag('is_suspended').notNull().default(false),
      /** Id from the buyer's client, so that a retry creates no duplicate. */
      clientId: id('client_id'),
    },
    (t) => [
      uniqueIndex('wanted_once').on(t.buyerId, t.clientId).where(sql`client_id is not null`),
      index('wanted_bumped')
        .on(t.bumpedAt, t.id, t.searchFolded)
        .where(sql`removed_at is null and not is_fulfilled`),
      index('wanted_brand')
        .on(t.brandKey, t.id, t.maxPriceCents)
        .where(sql`removed_at is null and not is_fulfilled`),
      index('wanted_suspended').on(t.buyerId).where(sql`is_suspended`),
      index('wanted_buyer')
        .on(t.buyerId, t.bumpedAt, t.id)
        .where(sql`removed_at is null and not is_fulfilled`),
    ],
  );

  return { wanted };
}
