import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { clearViewsOf, deleteHashes, hashesOfUploads, insertHashes } from './queries.ts';

/** Records the hashes of a listing's added photos, to be compared, and deletes those of dropped ones. */
export async function recordPhotos(
  tx: Tx,
  listing: { id: string; sellerId: string },
  { added, dropped }: { added: string[]; dropped: string[] },
): Promise<void> {
  if (dropped.length > 0) await deleteHashes(tx, dropped);
  const uploads = added.length > 0 ? await hashesOfUploads(tx, added) : [];
  const rows = uploads.flatMap(({ hash, ...upload }) =>
    hash === null
      ? []
      : {
          ...upload,
          ...{ hash, copy: null },
          id: uuidv7(),
          ownerId: listing.sellerId,
          listingId: listing.id,
          addedAt: new Date(),
        },
  );
  if (rows.length === 0) return;
  await insertHashes(tx, rows);
  await clearViewsOf(
    tx,
    rows.map(({ key }) => key),
  );
}
