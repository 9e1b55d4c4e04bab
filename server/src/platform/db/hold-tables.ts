import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';

interface Related {
  users: { id: AnySQLiteColumn };
  listings: { id: AnySQLiteColumn };
}

/** Who wants to know when a listing on hold frees up. The hold itself is in `listings`, so that there is only one. */
export function holdTables({ table, index, uniqueIndex, id, instant }: Kit, { users, listings }: Related) {
  const linePlaces = table(
    'line_places',
    {
      /** Ids increase with the order in the line. */
      id: id('id').primaryKey(),
      listingId: id('listing_id')
        .notNull()
        .references(() => listings.id, { onDelete: 'cascade' }),
      personId: id('person_id')
        .notNull()
        .references(() => users.id),
      joinedAt: instant('joined_at').notNull(),
      /** When the listing freed up, until the member is notified; null while they are in the line. */
      freedAt: instant('freed_at'),
    },
    (t) => [
      uniqueIndex('line_places_once').on(t.listingId, t.personId),
      index('line_places_person').on(t.personId),
      index('line_places_freed').on(t.id).where(sql`freed_at is not null`),
    ],
  );
  return { linePlaces };
}
