import { paletteOf } from '../instance/accent.ts';
import { cached } from '../instance/cached.ts';

/** How an instance's own accent shows in its pages. */
export interface Look {
  /** The style that replaces the theme's colours; empty for the theme's own. */
  style: string;
  /** The colours of the browser around a page. */
  light: string;
  dark: string;
}

/** The look that follows from the accent of an instance. */
export const lookOf = cached(({ accent }): Look => {
  if (accent === '') return { style: '', light: '#ffffff', dark: '#0d1016' };
  const palette = paletteOf(accent);
  const variables = Object.entries(palette).map(([shade, color]) => `--s-colors-indigo-${shade}:${color}`);
  // The theme sets them on `html`, and the first paint, before the theme is loaded, on its own element.
  return { style: `:root,:root .first{${variables.join(';')}}`, light: palette[800], dark: palette[950] };
});
