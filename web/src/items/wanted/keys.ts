/** Query keys of WTBs: one by its id, lists by their search term. */
export const WANTED_KEY = 'wanted';
export const WANTED_LIST_KEY = 'wanted-list';
