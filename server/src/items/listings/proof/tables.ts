import { sql } from 'drizzle-orm';
import type { Kit } from '../../../platform/db/kit.ts';
import type { Referenced } from '../../../platform/db/referenced.ts';

/** The codes of proof photos. */
export function proofCodeTables(
  { table, index, uniqueIndex, id, str, instant }: Kit,
  { users, listings }: Referenced<'users' | 'listings'>,
) {
  const proofCodes = table(
    'proof_codes',
    {
      id: id('id').primaryKey(),
      ownerId: id('owner_id')
        .notNull()
        .references(() => users.id),
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

  return { proofCodes };
}
