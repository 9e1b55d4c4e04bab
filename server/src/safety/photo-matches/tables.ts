import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** The perceptual hashes of listing photos. */
export function photoHashTables(
  { table, index, uniqueIndex, id, str, instant }: Kit,
  { users, listings }: Referenced<'users' | 'listings'>,
) {
  /** One row for each photo of a listing, for a while also after the listing was removed. */
  const photoHashes = table(
    'photo_hashes',
    {
      /** Ids increase with time, so that each node reads only what was added since it last did. */
      id: id('id').primaryKey(),
      /** Storage key of the photo. */
      key: str('key').notNull(),
      ownerId: id('owner_id')
        .notNull()
        .references(() => users.id),
      listingId: id('listing_id')
        .notNull()
        .references(() => listings.id, { onDelete: 'cascade' }),
      /** 256 bits in base64. */
      hash: str('hash').notNull(),
      /** The hashes of its views, until it has been compared with the other photos. */
      views: str('views'),
      placeholder: str('placeholder').notNull(),
      /** A small copy as a `data:` URL, once the listing was removed and the photo deleted. */
      copy: str('copy'),
      addedAt: instant('added_at').notNull(),
    },
    (t) => [
      uniqueIndex('photo_hashes_key').on(t.key),
      index('photo_hashes_listing').on(t.listingId),
      index('photo_hashes_owner').on(t.ownerId),
      index('photo_hashes_waiting').on(t.id).where(sql`views is not null`),
    ],
  );

  return { photoHashes };
}
