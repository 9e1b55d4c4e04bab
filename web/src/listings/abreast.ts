/** Windows in which the events of a listing stand beside its photos; `first-paint.css` has the same width. */
export const ABREAST = '@media (min-width: 640px)';
