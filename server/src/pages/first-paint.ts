import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { CardListing, Listing } from '@selvedge/shared/items/listings';
import { formatPrice, percentOff } from '@selvedge/shared/platform/format';
import { CARD_SIZES, imageSrcSet, imageVariant, PHOTO_SIZES } from '@selvedge/shared/platform/pictures';
import { cardTime } from '@selvedge/shared/platform/titles';
import { html } from 'hono/html';
import { brandOf } from './brand.ts';

// The markup that a page shows until its scripts have run, with the same layout and text as the client's
// (`web/src/app/first-paint.css`). It contains only what visitors look at first, and needs no script.

export type Markup = ReturnType<typeof html>;

/** How many cards are visible when the grid opens. */
const CARDS = 4;

/** A page with the bar above it. */
export function frame(instance: InstanceSettings, content: Markup) {
  return html`<div class="first">
<header class="first-bar"><a class="home-link" href="/" aria-label="${instance.name}, home"><span class="wordmark">${brandOf(instance)}</span></a></header>
<div class="selvedge-edge"></div>
<main>${content}</main>
</div>`;
}

const formerPrice = ({ isDiscounted, originalPrice }: CardListing) => (isDiscounted && originalPrice) || null;

function price(listing: CardListing, currency: string) {
  const former = formerPrice(listing);
  const now = formatPrice(listing.price, currency);
  if (!former) return html`<div class="price">${now}</div>`;
  return html`<div class="price"><span class="is-sale"><span class="sr">Now </span>${now}</span>
<s><span class="sr">Was </span>${formatPrice(former, currency)}</s></div>`;
}

const soldTab = html`<span class="tab sold on-photo">Sold</span>`;
const holdTab = html`<span class="tab sold on-photo">On hold</span>`;

function percentTab(listing: CardListing, className: 'on-photo' | 'inline') {
  const former = formerPrice(listing);
  if (!former || listing.isSold) return '';
  return html`<span class="tab ${className}">−${percentOff(listing.price, former)}%<span class="sr"> off</span></span>`;
}

interface Photo {
  url: string;
  alt: string;
  sizes: string;
  width: 640 | 1080;
}

const photo = ({ url, alt, sizes, width }: Photo) =>
  html`<img src="${imageVariant(url, width)}" srcset="${imageSrcSet(url)}" sizes="${sizes}" alt="${alt}"
    width="900" height="1200" fetchpriority="high" />`;

function card(listing: CardListing, currency: string) {
  const [cover] = listing.images;
  return html`<a class="card${listing.isSold ? ' is-sold' : ''}" href="/listing/${listing.id}" target="_blank" rel="noopener">
<div class="card-photo">${cover ? photo({ url: cover, alt: '', sizes: CARD_SIZES, width: 640 }) : ''}
${listing.isSold ? soldTab : listing.isOnHold ? holdTab : ''}${percentTab(listing, 'on-photo')}</div>
<div class="card-details">
<div class="card-brand">${listing.brand}</div>
<div class="card-title">${listing.title}</div>
<div class="card-line"><span>${listing.size.toUpperCase()} · ${listing.condition}</span><span>${cardTime(listing)}</span></div>
${price(listing, currency)}
</div>
</a>`;
}

/** The first paint of the home page, with an unfiltered list. @param total the text with the count of the list */
export function firstOfHome(instance: InstanceSettings, listings: CardListing[], total: string): Markup {
  return frame(
    instance,
    html`<div class="first-home">
<div class="first-heading"><h1>All Listings</h1><p>${total}</p></div>
<div class="grid">${listings.slice(0, CARDS).map((listing) => card(listing, instance.currency))}</div>
</div>`,
  );
}

/** The first paint of a listing's page. */
export function firstOfListing(instance: InstanceSettings, listing: Listing): Markup {
  const { currency } = instance;
  const { brand, title, images, proofPhoto, isSold, isOnHold } = listing;
  const [url] = images;
  const count = images.length + (proofPhoto ? 1 : 0);
  const alt = `${brand} ${title}, 1 of ${count}`;
  return frame(
    instance,
    html`<div class="first-listing">
<div class="first-photo${count > 1 ? ' is-one-of-many' : ''}"><div class="card-photo${isSold ? ' is-sold' : ''}">
${url ? photo({ url, alt, sizes: PHOTO_SIZES, width: 1080 }) : ''}${isSold ? soldTab : ''}</div></div>
<div class="first-details">
<div class="card-brand">${brand}</div>
<h1>${title}</h1>
<div class="first-price">${price(listing, currency)}${percentTab(listing, 'inline')}${isOnHold ? html`<span class="tab sold">On hold</span>` : ''}</div>
</div>
</div>`,
  );
}
