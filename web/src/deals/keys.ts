/** The query key of the viewer's deals. */
export const DEALS_KEY = 'deals';
