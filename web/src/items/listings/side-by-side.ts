/** Windows in which a listing's details are beside its photos; `first-paint.css` uses the same width. */
export const SIDE_BY_SIDE = '@media (min-width: 640px)';
