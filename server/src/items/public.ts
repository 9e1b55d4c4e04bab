// What other rooms may use of this one.

export { announceListing } from './listings/announce.ts';
export { housesOf } from './listings/finding/houses-of.ts';
export { findNewest } from './listings/finding/newest-listings.ts';
export { presentListing, presentOneListing } from './listings/present.ts';
export { putBackListing } from './listings/put-back-listing.ts';
export { findListing } from './listings/queries.ts';
export { removeListingWithin } from './listings/remove-listing.ts';
export { insertJob } from './queue/queries.ts';
export { parseFilters } from './saved-searches/parse-search.ts';
export { findSearch } from './saved-searches/queries.ts';
export { announceWanted } from './wanted/announce.ts';
export { presentWanted } from './wanted/present.ts';
export { putBackWanted } from './wanted/put-back-wanted.ts';
export { findWanted } from './wanted/queries.ts';
export { takeDownWanted } from './wanted/take-down.ts';
