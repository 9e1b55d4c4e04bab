/** The first segment of all query keys of saved listings, followed by the member's id. */
export const SAVED_KEY = 'saved';
