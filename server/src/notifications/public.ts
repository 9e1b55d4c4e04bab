// What other rooms may use of this one.

export { notifyOfListing, postNotice } from './notify.ts';
export type { NotifyOfListing } from './notify-of-listing.ts';
export type { PostNotice } from './post-notice.ts';
