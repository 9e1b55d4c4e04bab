import { paletteOf } from '../platform/settings/accent.ts';
import { cached } from '../platform/settings/cached.ts';
import { GROUNDS } from '../platform/settings/logo-image.ts';

/** How an instance's own accent and logo show in its pages. */
export interface Look {
  /** The style of the logo, and the one that replaces the theme's colours; empty for an instance without either. */
  style: string;
  /** The colours of the browser around a page. */
  light: string;
  dark: string;
}

// Taller than the text that it replaces, without moving anything else.
const LOGO = `.wordmark img{width:auto;height:auto;max-width:min(176px,27vw);max-height:32px;margin-block:-6px}
.dark .wordmark .on-light{${GROUNDS.light}}html:not(.dark) .wordmark .on-dark{${GROUNDS.dark}}`;

/** The look that follows from the accent and the logo of an instance. */
export const lookOf = cached(({ accent, logo }): Look => {
  const logoStyle = logo === '' ? '' : LOGO;
  if (accent === '') return { style: logoStyle, light: '#ffffff', dark: '#0d1016' };
  const palette = paletteOf(accent);
  const variables = Object.entries(palette).map(([shade, color]) => `--s-colors-indigo-${shade}:${color}`);
  // The theme sets them on `html`, and the first paint, before the theme is loaded, on its own element.
  const style = `:root,:root .first{${variables.join(';')}}${logoStyle}`;
  return { style, light: palette[800], dark: palette[950] };
});
