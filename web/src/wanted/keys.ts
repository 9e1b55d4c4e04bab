/** The keys under which requests are held: one by its id, lists of them by what was searched for. */
export const WANTED_KEY = 'wanted';
export const WANTED_LIST_KEY = 'wanted-list';
