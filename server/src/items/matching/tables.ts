import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Matches between listings and WTBs. */
export function matchTables(
  { table, index, uniqueIndex, id, flag, instant }: Kit,
  { users, listings, wanted }: Referenced<'users' | 'listings' | 'wanted'>,
) {
  const matches = table(
    'matches',
    {
      id: id('id').primaryKey(),
      listingId: id('listing_id')
        .notNull()
        .references(() => listings.id, { onDelete: 'cascade' }),
      wantedId: id('wanted_id')
        .notNull()
        .references(() => wanted.id, { onDelete: 'cascade' }),
      /** Owner of the WTB. */
      ownerId: id('owner_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** False if the two no longer match after a change; the row stays, so that the pair is never announced again. */
      isCurrent: flag('is_current').notNull().default(true),
      seenAt: instant('seen_at'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('matches_pair').on(t.listingId, t.wantedId),
      index('matches_wanted').on(t.wantedId, t.createdAt, t.id),
      index('matches_owner').on(t.ownerId, t.createdAt, t.id),
      index('matches_unseen').on(t.ownerId, t.createdAt, t.id).where(sql`seen_at is null`),
    ],
  );

  return { matches };
}
