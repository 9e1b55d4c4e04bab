import { NewListing, type Upload } from '@selvedge/shared/items/listings';
import { createListing } from '../src/items/listings/create-listing.ts';
import { issueCode } from '../src/items/listings/proof/issue-code.ts';
import type { Actor } from '../src/platform/core/actor.ts';
import { createSemaphore } from '../src/platform/core/semaphore.ts';
import type { Items } from './add-conversations.ts';
import type { Members } from './add-members.ts';
import { ageInMs, type DemoListing } from './catalogue/listing.ts';
import { photoOf } from './pictures.ts';
import { proofPicture } from './proof-picture.ts';
import { dateListing } from './queries.ts';
import { type DemoParts, uploadPicture } from './upload-picture.ts';

/** How many listings are added at once: while one is written, the photos of the others are encoded. */
const CONCURRENCY = 4;

/** A proof photo for the listing that a member posts next, with the code that the product has issued. */
async function addProof(studio: DemoParts, seller: Actor, listing: DemoListing, now: number) {
  if (listing.proof === undefined) return undefined;
  const { code } = await issueCode(studio.ctx, seller, null);
  const at = new Date(now);
  const note = [code, seller.username.toUpperCase(), `${at.getMonth() + 1}/${at.getDate()}`];
  const picture = await proofPicture(await photoOf(listing, listing.proof), note);
  return { code, image: (await uploadPicture(studio, seller, picture, 'proof')).url };
}

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
  const proof = await addProof(studio, seller, listing, now);
  const createdAt = new Date(now - ageInMs(listing.listed));
  const input = {
    ...{ brand, title, category, size, condition, description, price, proof },
    images: photos.map(({ url }) => url),
  };
  const { id } = await createListing(studio.ctx, seller, NewListing.parse(input));
  await studio.ctx.db.transact((tx) =>
    dateListing(tx, id, {
      createdAt,
      bumpedAt: listing.bumped ? new Date(now - ageInMs(listing.bumped)) : createdAt,
      ...(was !== undefined && { originalPriceCents: was * 100 }),
    }),
  );
  return id;
}

/** All unsold at first: conversations about sold listings cannot be opened. */
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
