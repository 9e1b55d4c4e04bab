import type { SaleState } from '@selvedge/shared/items/saved';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** The listings that members have saved, and which price drops they are notified of. */
export function savedTables(
  { table, index, uniqueIndex, id, str, int, flag, instant }: Kit,
  { users, listings }: Referenced<'users' | 'listings'>,
) {
  const savedItems = table(
    'saved_items',
    {
      id: id('id').primaryKey(),
      memberId: id('person_id')
        .notNull()
        .references(() => users.id),
      listingId: id('listing_id')
        .notNull()
        .references(() => listings.id, { onDelete: 'cascade' }),
      savedAt: instant('saved_at').notNull(),
      savedPriceCents: int('saved_price_cents').notNull(),
      /** The price at which the member was last notified, or saved it: what a drop is measured from. */
      knownPriceCents: int('known_price_cents').notNull(),
      /** At or below which the member wants to know; they are notified once the known price is above it. */
      targetPriceCents: int('target_price_cents'),
      /** The state that the member saw when saving it, or was last notified of. */
      knownState: str('known_state').$type<SaleState>().notNull(),
      /** When the member was last notified: only the first notification of a day is pushed. */
      notifiedAt: instant('notified_at'),
    },
    (t) => [
      uniqueIndex('saved_items_once').on(t.memberId, t.listingId),
      index('saved_items_list').on(t.memberId, t.savedAt, t.id),
      index('saved_items_listing').on(t.listingId, t.id),
    ],
  );

  /** Members who chose to be notified of every price drop; without a row, of large ones. */
  const savedSettings = table('saved_settings', {
    memberId: id('person_id')
      .primaryKey()
      .references(() => users.id),
    isAnyDrop: flag('is_any_drop').notNull(),
  });

  return { savedItems, savedSettings };
}
