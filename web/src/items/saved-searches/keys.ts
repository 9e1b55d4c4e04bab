/** The first segment of all query keys of saved searches, followed by the member's id. */
export const SEARCHES_KEY = 'saved-searches';
/** The first segment of the query key of what a member is not interested in, followed by their id. */
export const DISMISSALS_KEY = 'dismissals';
