import { perProduct } from '../platform/core/ctx.ts';
import { notificationsOf } from './context.ts';
import { createListingNotifier } from './notify-of-listing.ts';
import { createPostNotice } from './post-notice.ts';

export const postNotice = perProduct((ctx) => createPostNotice(notificationsOf(ctx)));
export const notifyOfListing = perProduct((ctx) => createListingNotifier(notificationsOf(ctx)));
