import type { Listing } from '@selvedge/shared/items/listings';

/** What a seller knows about the item. */
export interface ListingDetails {
  title: string;
  /** US dollars. */
  price: number;
  isSold: boolean;
  size: string;
  condition: string;
  /** The sentences of the description about measurements, and those about wear; either may be empty. */
  measurements: string;
  flaws: string;
  /** Where it ships from, if the description says so. */
  place: string;
}

const MEASURES = /\d\s?(cm|mm|in\b|inch)|\b(pit to pit|p2p|inseam|insole|chest|waist)\b.*\d/i;
const WEAR =
  /\b(pinhole|holes?|repair(ed)?|darn|mark|stain|fad(e|ed|es|ing)|scuff|scratch|replaced|resoled|smooth|pilling|patch|flaws?|worn|conditioned|washe[sd])\b/i;

// A full stop ends a sentence only before a space or at the end, so that "10.4 cm" stays intact.
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Extracts the details that a reply can mention from a listing. */
export function detailsOf(
  listing: Pick<Listing, 'title' | 'price' | 'isSold' | 'size' | 'condition' | 'description'>,
): ListingDetails {
  const sentences = sentencesOf(listing.description ?? '');
  const measurements = sentences.filter((sentence) => MEASURES.test(sentence));
  const flaws = sentences.filter((sentence) => WEAR.test(sentence) && !measurements.includes(sentence));
  return {
    title: listing.title,
    price: Number(listing.price),
    isSold: listing.isSold,
    size: listing.size,
    condition: listing.condition,
    measurements: measurements.join(' '),
    flaws: flaws.join(' '),
    place: /ships from ([A-Z]\w+)/i.exec(listing.description ?? '')?.[1] ?? '',
  };
}
