/**
 * Why a conversation could not be started, in the server's words. The codes are too coarse to distinguish
 * these, so the client maps each text to its own: both import them from here.
 */
export const START_REFUSALS = {
  withOneself: 'You cannot start a conversation with yourself',
  noSeller: 'Seller not found',
  noListing: 'Listing not found',
  noWanted: 'WTB listing not found',
  notTheirListing: 'Listing does not belong to the specified user',
  notTheirWanted: 'WTB listing does not belong to the specified user',
  closed: 'This listing is no longer available.',
  badReference: 'Invalid user or listing reference',
} as const;
