/** The accent of an instance that has none of its own: the colour of the theme's buttons. */
export const THEME_ACCENT = '#1f2d47';
