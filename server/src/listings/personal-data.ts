import { fromCents } from '@selvedge/shared/money';
import { mediaUrl } from '../core/media-url.ts';
import { jsonFile, type PersonalPart } from '../core/personal-part.ts';
import type { Publish } from '../core/publish.ts';
import type { Database } from '../db/database.ts';
import { recordRemovals } from '../item-events/record-item-event.ts';
import { findAllOfSeller, forgetAllOfSeller, type ListingState, removeAllOfSeller } from './queries.ts';

const plain = ({
  sellerId,
  brandFolded,
  brandKey,
  clientId,
  priceCents,
  originalPriceCents,
  photos,
  ...rest
}: ListingState) => ({
  ...rest,
  price: fromCents(priceCents),
  originalPrice: originalPriceCents === null ? null : fromCents(originalPriceCents),
  images: photos.map(({ key }) => mediaUrl(key)),
});

/** A member's listings, on sale and sold. */
export const listingsPart = ({ db, publish }: { db: Database; publish: Publish }): PersonalPart => ({
  async *files(personId) {
    const rows = await db.read((conn) => findAllOfSeller(conn, personId));
    yield jsonFile('listings.json', rows.map(plain));
  },
  async erase(tx, personId) {
    const removed = await removeAllOfSeller(tx, personId, new Date());
    await recordRemovals(
      tx,
      removed.map((listing) => ({ listingId: listing.id })),
    );
    await forgetAllOfSeller(tx, personId);
    tx.afterCommit(() => {
      for (const { id } of removed) publish.toEveryone('listing:removed', { id });
    });
  },
});
