// What other rooms may use of this one.

export type { NotifyOfListing } from './holds/notify-freed.ts';
export type { OfferContext } from './offers/context.ts';
export { offerHandlers } from './offers/hub.ts';
export { JWKS_PATH, verifyStatement } from './vouches/statement.ts';
