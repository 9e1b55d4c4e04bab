import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { formatPrice } from '@selvedge/shared/platform/format';

const TITLE_MAX = 250;
const VALUE_MAX = 1_000;
const COLOURS = { open: 0x2e7d4f, held: 0xb7791f, sold: 0x6b7280 };

/** As text: a member's words cannot format the post, link or mention anyone. */
const plain = (text: string, max: number): string =>
  text.replace(/[\\*_~`|>#@<[\]()]/g, '\\$&').slice(0, max);

interface Place {
  publicUrl: string;
  currency: string;
}

const fieldOf = (name: string, value: string) => ({ name, value, inline: true });

export function listingEmbed(listing: Listing, { publicUrl, currency }: Place) {
  const { id, title, brand, size, seller, price, originalPrice, isSold, isOnHold, images } = listing;
  const state = isSold ? 'sold' : isOnHold ? 'held' : 'open';
  const mark = { sold: 'SOLD · ', held: 'ON HOLD · ', open: '' }[state];
  const now = formatPrice(price, currency);
  const reduced = originalPrice ? `~~${formatPrice(originalPrice, currency)}~~ ${now}` : now;
  const [photo] = images;
  return {
    title: `${mark}${plain(`${brand} · ${title}`, TITLE_MAX)}`.slice(0, TITLE_MAX),
    url: `${publicUrl}/listing/${id}`,
    color: COLOURS[state],
    fields: [
      fieldOf('Price', isSold ? `~~${now}~~` : reduced),
      fieldOf('Size', plain(size, VALUE_MAX)),
      fieldOf('Seller', plain(seller.username, VALUE_MAX)),
    ],
    ...(photo && { image: { url: publicUrl + photo } }),
  };
}

export function wantedEmbed(wanted: Wanted, { publicUrl, currency }: Place) {
  const { id, title, brand, size, buyer, maxPrice, isFulfilled } = wanted;
  return {
    title: `${isFulfilled ? 'FOUND · ' : 'WTB · '}${plain(`${brand} · ${title}`, TITLE_MAX)}`.slice(
      0,
      TITLE_MAX,
    ),
    url: `${publicUrl}/wtb/${id}`,
    color: isFulfilled ? COLOURS.sold : COLOURS.open,
    fields: [
      fieldOf('Up to', formatPrice(maxPrice, currency)),
      fieldOf('Size', plain(size, VALUE_MAX)),
      fieldOf('Buyer', plain(buyer.username, VALUE_MAX)),
    ],
  };
}
export type Embed = ReturnType<typeof listingEmbed> | ReturnType<typeof wantedEmbed>;
