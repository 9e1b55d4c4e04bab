/**
 * Why a conversation could not be started, as the server answers. The codes are too coarse to tell these apart, so the
 * client finds its own text for each by these words: both take them from here.
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
