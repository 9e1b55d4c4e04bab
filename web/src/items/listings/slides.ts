import type { Listing } from '@selvedge/shared/items/listings';
import { shownProof } from '../proof/shown-proof.ts';

/** A photo of the carousel. */
export interface Slide {
  url: string;
  placeholder: string | undefined;
  alt: string;
  /** When it was added, if it is the proof photo. */
  provenAt: string | null;
}

type Pictured = Pick<Listing, 'brand' | 'title' | 'images' | 'placeholders' | 'proofPhoto'>;

/** The photos of a listing; its proof photo is the last one. */
export function slidesOf(listing: Pictured): Slide[] {
  const { brand, title, images, placeholders } = listing;
  const proof = shownProof(listing);
  const count = images.length + (proof ? 1 : 0);
  const altOf = (i: number) => `${brand} ${title}, ${i + 1} of ${count}`;
  const slides = images.map((url, i) => ({
    url,
    placeholder: placeholders[i],
    alt: altOf(i),
    provenAt: null,
  }));
  if (!proof) return slides;
  const { url, placeholder, takenAt } = proof;
  return [...slides, { url, placeholder, alt: `${altOf(count - 1)}: proof photo`, provenAt: takenAt }];
}
