/** The first segment of all query keys of imports, followed by the member's id. */
export const IMPORTS_KEY = 'closet-imports';
