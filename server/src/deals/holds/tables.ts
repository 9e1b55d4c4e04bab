import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Who wants to know when a listing on hold frees up. The hold itself is in `listings`, so that there is only one. */
export function linePlaceTables(
  { table, index, uniqueIndex, id, instant }: Kit,
  { users, listings }: Referenced<'users' | 'listings'>,
) {
  const linePlaces = table(
    'line_places',
    {
      /** Ids increase with the order in the line. */
      id: id('id').primaryKey(),
      listingId: id('listing_id')
        .notNull()
        .references(() => listings.id, { onDelete: 'cascade' }),
      memberId: id('person_id')
        .notNull()
        .references(() => users.id),
      joinedAt: instant('joined_at').notNull(),
    },
    (t) => [
      uniqueIndex('line_places_once').on(t.listingId, t.memberId),
      index('line_places_person').on(t.memberId),
    ],
  );
  return { linePlaces };
}
