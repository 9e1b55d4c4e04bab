import type { Listing } from '@selvedge/shared/listings';
import type { Photo } from './photos.ts';

/** A new listing has one, and each that is edited its own. */
const keyOf = (listing: Listing | undefined) => `selvedge-listing-draft${listing ? `:${listing.id}` : ''}`;

export interface FormValues {
  title: string;
  brand: string;
  description: string;
  category: string;
  size: string;
  condition: string;
  price: string;
}

export const EMPTY: FormValues = {
  title: '',
  brand: '',
  description: '',
  category: '',
  size: '',
  condition: '',
  price: '',
};

interface Draft {
  values: FormValues;
  photos: Photo[];
}

const previewOf = (url: string) => url.replace('-1800.webp', '-320.webp');

/** The form of a listing as it is. */
const filled = ({ title, brand, description, category, size, condition, price, images }: Listing): Draft => ({
  values: { title, brand, description: description ?? '', category, size, condition, price },
  photos: images.map((url) => ({
    id: url,
    name: title,
    preview: previewOf(url),
    state: { kind: 'sent', url },
  })),
});

/** What was typed and uploaded before the page was left, in this tab. */
export function loadDraft(listing: Listing | undefined): Draft {
  const stored = sessionStorage.getItem(keyOf(listing));
  if (stored) return JSON.parse(stored) as Draft;
  return listing ? filled(listing) : { values: EMPTY, photos: [] };
}

/** Keeps what is typed, and the photos that the server has; their previews come from there. */
export function saveDraft(listing: Listing | undefined, { values, photos }: Draft): void {
  const sent = photos.flatMap((photo) =>
    photo.state.kind === 'sent' ? [{ ...photo, preview: previewOf(photo.state.url) }] : [],
  );
  sessionStorage.setItem(keyOf(listing), JSON.stringify({ values, photos: sent }));
}

export const clearDraft = (listing: Listing | undefined): void => sessionStorage.removeItem(keyOf(listing));
