import { NewListing, type Upload } from '@selvedge/shared/listings';
import { noPublish } from '../../core/publish.ts';
import { createSemaphore } from '../../core/semaphore.ts';
import { createListing } from '../../listings/create-listing.ts';
import type { Members } from './add-members.ts';
import type { Items } from './add-talks.ts';
import { ageInMs, type DemoListing } from './catalogue/listing.ts';
import type { Article } from './drawing/article.ts';
import { shotOf } from './drawing/shots.ts';
import { handIn, type Studio } from './hand-in.ts';
import { dateListing } from './queries.ts';

/** Listings in the making at once: while one is drawn, the pictures of the others are packed and written. */
const AT_ONCE = 4;

const articleOf = ({ brand, title, size, garment }: DemoListing): Article => ({
  ...garment,
  seed: `${brand} ${title}`,
  labels: [brand, `Size ${size}`],
});

async function addListing(
  studio: Studio,
  members: Members,
  listing: DemoListing,
  now: number,
): Promise<string> {
  const { brand, title, category, size, condition, description, price, was } = listing;
  const seller = members[listing.seller];
  const article = articleOf(listing);
  const photos: Upload[] = [];
  for (const view of listing.views) {
    const png = await studio.drawer.photograph(article, shotOf(article, view, listing.place));
    photos.push(await handIn(studio, seller, png, view));
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
    const { id } = await createListing({ tx, actor: seller, publish: noPublish }, NewListing.parse(input));
    await dateListing(tx, id, {
      createdAt,
      bumpedAt: listing.bumped ? new Date(now - ageInMs(listing.bumped)) : createdAt,
      ...(was !== undefined && { originalPriceCents: was * 100 }),
    });
    return id;
  });
}

/**
 * Draws and offers the whole catalogue; nothing is sold yet, so that it can be talked about.
 * @param tell hears how many are done.
 */
export async function addListings(
  studio: Studio,
  members: Members,
  listings: readonly DemoListing[],
  now: number,
  tell: (done: number) => void,
): Promise<Items> {
  const inTurn = createSemaphore(AT_ONCE);
  const items: Items = new Map();
  await Promise.all(
    listings.map((listing) =>
      inTurn(async () => {
        const id = await addListing(studio, members, listing, now);
        items.set(listing.title, { id, ownerId: members[listing.seller].id });
        tell(items.size);
      }),
    ),
  );
  return items;
}
