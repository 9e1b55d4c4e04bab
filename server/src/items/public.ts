// What other rooms may use of this one.

export { announceListing } from './listings/announce.ts';
export type { Trading } from './listings/context.ts';
export { presentListing } from './listings/present.ts';
export { findListing } from './listings/queries.ts';
export { insertJob } from './matching/queries.ts';
export { announceWanted } from './wanted/announce.ts';
export { findWanted } from './wanted/queries.ts';
