import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';

interface Related {
  users: { id: AnySQLiteColumn };
  listings: { id: AnySQLiteColumn };
}

/** The codes of proof photos, and the perceptual hashes of listing photos. */
export function photoTables(
  { table, index, uniqueIndex, id, str, instant }: Kit,
  { users, listings }: Related,
) {
  const ownerId = () =>
    id('owner_id')
      .notNull()
      .references(() => users.id);

  const proofCodes = table(
    'proof_codes',
    {
      id: id('id').primaryKey(),
      ownerId: ownerId(),
      /** Null for the listing that its owner is about to post. */
      listingId: id('listing_id').references(() => listings.id, { onDelete: 'cascade' }),
      code: str('code').notNull(),
      expiresAt: instant('expires_at').notNull(),
    },
    (t) => [
      uniqueIndex('proof_codes_listing').on(t.listingId).where(sql`listing_id is not null`),
      uniqueIndex('proof_codes_next').on(t.ownerId).where(sql`listing_id is null`),
      index('proof_codes_owner').on(t.ownerId),
    ],
  );

  /** One row for each photo of a listing, for a while also after the listing was removed. */
  const photoHashes = table(
    'photo_hashes',
    {
      /** Ids increase with time, so that each node reads only what was added since it last did. */
      id: id('id').primaryKey(),
      /** Storage key of the photo. */
      key: str('key').notNull(),
      ownerId: ownerId(),
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

  return { proofCodes, photoHashes };
}
