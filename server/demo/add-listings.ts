import { DEFAULTS } from '@selvedge/shared/instance-settings';
import { NewListing, type Upload } from '@selvedge/shared/listings';
import { noPublish } from '../src/core/publish.ts';
import { createSemaphore } from '../src/core/semaphore.ts';
import { createListing } from '../src/listings/create-listing.ts';
import type { Items } from './add-conversations.ts';
import type { Members } from './add-members.ts';
import { ageInMs, type DemoListing } from './catalogue/listing.ts';
import { photoOf } from './pictures.ts';
import { dateListing } from './queries.ts';
import { type DemoParts, uploadPicture } from './upload-picture.ts';

/** How many listings are added at once: while one is written, the photos of the others are encoded. */
const CONCURRENCY = 4;

async function addListing(
  studio: DemoParts,
  members: Members,
  listing: DemoListing,
  now: number,
): Promise<string> {
  const { brand, title, category, size, condition, description, price, was } = listing;
  const seller = members[listing.seller];
  const photos: Upload[] = [];
  for (const view of listing.photos) {
    photos.push(await uploadPicture(studio, seller, await photoOf(listing, view), view));
  }
  const createdAt = new Date(now - ageInMs(listing.listed));
  return studio.db.transact(async (tx) => {
    const input = {
      brand,
      title,
      category,
      size,
      condition,
      description,
      price,
      images: photos.map(({ url }) => url),
    };
    const { id } = await createListing(
      { tx, actor: seller, publish: noPublish, features: () => DEFAULTS.features },
      NewListing.parse(input),
    );
    await dateListing(tx, id, {
      createdAt,
      bumpedAt: listing.bumped ? new Date(now - ageInMs(listing.bumped)) : createdAt,
      ...(was !== undefined && { originalPriceCents: was * 100 }),
    });
    return id;
  });
}

/**
 * Adds the whole catalogue, all unsold at first: conversations about sold listings cannot be opened.
 * @param onAdded called with the number added so far
 */
export async function addListings(
  studio: DemoParts,
  members: Members,
  listings: readonly DemoListing[],
  now: number,
  onAdded: (done: number) => void,
): Promise<Items> {
  const withPermit = createSemaphore(CONCURRENCY);
  const items: Items = new Map();
  await Promise.all(
    listings.map((listing) =>
      withPermit(async () => {
        const id = await addListing(studio, members, listing, now);
        items.set(listing.title, { id, ownerId: members[listing.seller].id });
        onAdded(items.size);
      }),
    ),
  );
  return items;
}
