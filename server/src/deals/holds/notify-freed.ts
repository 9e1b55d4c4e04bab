import { isHidden } from '../../members/public.ts';
import type { NotifyOfListing } from '../../notifications/public.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { deletePlaceById, type FreedPlace, findListingWithHold, freedPlaces } from './queries.ts';

const BATCH = 100;

/** Only one process gets a place. It may be too late by now: the listing may be sold, or on hold for someone else. */
async function claimPlace(tx: Tx, { id, personId, listingId }: FreedPlace): Promise<boolean> {
  if ((await deletePlaceById(tx, id)).length === 0) return false;
  const [listing] = await findListingWithHold(tx, { id: listingId });
  if (!listing || listing.isSold || listing.removedAt || listing.holdUntil) return false;
  return !(await isHidden(tx, { id: personId, isAdmin: false }, listing.sellerId));
}

/** Notifies the members of lines whose listings have freed up, each once, in the order in which they joined. */
export async function notifyFreed(db: Database, notify: NotifyOfListing): Promise<void> {
  for (;;) {
    const places = await db.read(async (conn) => freedPlaces(conn, BATCH));
    for (const place of places) await notify(place, (tx) => claimPlace(tx, place));
    if (places.length < BATCH) return;
  }
}
