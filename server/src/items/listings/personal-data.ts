import { fromCents } from '@selvedge/shared/platform/money';
import { mediaUrl } from '../../platform/core/media-url.ts';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordRemovals } from '../events/record-item-event.ts';
import { deleteCodesOf, findCodesOf } from './proof/queries.ts';
import { findAllOfSeller, forgetAllOfSeller, type ListingState, removeAllOfSeller } from './queries.ts';

const plain = ({
  sellerId,
  brandFolded,
  brandKey,
  sizeWords,
  searchWords,
  clientId,
  priceCents,
  originalPriceCents,
  photos,
  proofPhoto,
  ...rest
}: ListingState) => ({
  ...rest,
  price: fromCents(priceCents),
  originalPrice: originalPriceCents === null ? null : fromCents(originalPriceCents),
  images: photos.map(({ key }) => mediaUrl(key)),
  proofPhoto: proofPhoto && {
    url: mediaUrl(proofPhoto.key),
    code: proofPhoto.code,
    takenAt: proofPhoto.takenAt,
  },
});

/** A member's listings, on sale and sold. */
export function listingsPart({ db, publish }: { db: Database; publish: Publish }): PersonalPart {
  return {
    async *files(memberId) {
      const rows = await db.read((conn) => findAllOfSeller(conn, memberId));
      yield jsonFile('listings.json', rows.map(plain));
      yield jsonFile('proof-codes.json', await db.read((conn) => findCodesOf(conn, memberId)));
    },
    async erase(tx, memberId) {
      const removed = await removeAllOfSeller(tx, memberId, new Date());
      await recordRemovals(
        tx,
        removed.map((listing) => ({ listingId: listing.id })),
      );
      await deleteCodesOf(tx, memberId);
      await forgetAllOfSeller(tx, memberId);
      await tx.emit('items of member changed', {
        ...{ memberId, wanted: [], change: 'removed' },
        listings: removed.map(({ id }) => id),
      });
      tx.afterCommit(() => {
        for (const { id } of removed) publish.toEveryone('listing:removed', { id });
      });
    },
  };
}
