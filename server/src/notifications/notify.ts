import { perProduct } from '../platform/core/ctx.ts';
import { createListingNotifier } from './notify-of-listing.ts';
import { createPostNotice } from './post-notice.ts';

export const postNotice = perProduct(createPostNotice);
export const notifyOfListing = perProduct(createListingNotifier);
