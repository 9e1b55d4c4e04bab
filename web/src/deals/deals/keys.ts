/** The query key of the viewer's deals. */
export const DEALS_KEY = 'deals';

/** In the address of the page of deals: the deal about which to write a vouch. */
export const VOUCH_PARAM = 'vouch';
