import type { AccentColors } from '@selvedge/shared/instance/instance-settings';
import {
  type Color,
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode,
  wcagContrast,
} from 'culori/fn';
import { AppError } from '../core/errors.ts';

const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;
type Shade = (typeof SHADES)[number];
/** The shades of a colour in the client's theme, light to dark, as `#rrggbb`. */
export type Palette = Record<Shade, string>;

/** What text has to contrast with its background: WCAG 2.2, 1.4.3. */
const CONTRAST_MIN = 4.5;
/** With room for how browsers round a mixed colour. */
const HOVERED_MIN = 4.6;
/** What a focus ring has to: 1.4.11. */
const RING_MIN = 3;

// The backgrounds of the client's theme (`web/src/ui/theme`), the darkest in light mode and the lightest in dark mode.
const WHITE = '#ffffff';
const LIGHT_GROUND = '#eceef1';
const DARK_GROUND = '#232932';
const NIGHT = '#0d1016';
/** The part of a button's colour that stays while the pointer is over it; the page shows through. */
const HOVERED = 0.9;

// Only the colour spaces that are used, and those that convert them: the others would be loaded at each start.
const toRgb = useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklab);
const toOklch = useMode(modeOklch);
const contrast = (a: string, b: string): number => wcagContrast(a, b);

function hovered(over: string, under: string): string {
  const [a, b] = [toRgb(parse(over) as Color), toRgb(parse(under) as Color)];
  const mix = (x: number, y: number) => x * HOVERED + y * (1 - HOVERED);
  return formatHex({ mode: 'rgb', r: mix(a.r, b.r), g: mix(a.g, b.g), b: mix(a.b, b.b) });
}

interface Tone {
  /** Lightness, 0 to 1. */
  l: number;
  c: number;
  h: number;
}

const toneOf = (color: string): Tone => {
  const { l, c, h = 0 } = toOklch(parse(color) as Color);
  return { l, c, h };
};
const hexOf = (tone: Tone): string => formatHex(clampChroma({ mode: 'oklch', ...tone }, 'oklch'));

function nearest(tone: Tone, towards: 'darker' | 'lighter', isFit: (color: string) => boolean): string {
  const end = towards === 'darker' ? 0 : 1;
  if (isFit(hexOf(tone))) return hexOf(tone);
  let [bad, good] = [tone.l, end];
  // Each step halves the distance: 20 of them are finer than one step of a channel.
  for (let i = 0; i < 20; i += 1) {
    const l = (bad + good) / 2;
    if (isFit(hexOf({ ...tone, l }))) good = l;
    else bad = l;
  }
  return hexOf({ ...tone, l: good });
}

const isFitForButton = (color: string): boolean => contrast(WHITE, hovered(color, WHITE)) >= HOVERED_MIN;

export function nearestAccent(accent: string): string {
  return isFitForButton(accent) ? accent.toLowerCase() : nearest(toneOf(accent), 'darker', isFitForButton);
}

/** @throws invalid_input for an accent that white text is not readable on, naming the nearest that works */
export function checkAccent(accent: string): void {
  if (isFitForButton(accent)) return;
  const message = `${accent} is too light for white text: the nearest that works is ${nearestAccent(accent)}`;
  throw new AppError('invalid_input', message, { issues: [{ path: 'accent', message }] });
}

export function accentColors(accent: string): AccentColors {
  const palette = paletteOf(accent);
  return {
    nearest: nearestAccent(accent),
    light: { button: palette[800], text: WHITE, ground: WHITE },
    dark: { button: palette[300], text: NIGHT, ground: NIGHT },
  };
}

/** Lightness and chroma (as a part of the accent's) of the tints, as in the theme's own palette. */
const TINTS: [Shade, l: number, part: number][] = [
  [50, 0.966, 0.14],
  [100, 0.925, 0.26],
  [200, 0.853, 0.5],
];

/**
 * In light mode the accent is the colour of buttons with white text; other shades of its hue are links, rings
 * and quiet grounds. In dark mode a light shade has dark text. Pairs contrast by at least 4.5.
 */
export function paletteOf(accent: string): Palette {
  const base = toneOf(nearestAccent(accent));
  const tints = TINTS.map(([shade, l, part]) => [shade, hexOf({ ...base, l, c: base.c * part })] as const);
  const { 50: subtle = WHITE, 100: muted = WHITE } = Object.fromEntries(tints);
  const dark950 = hexOf({ ...base, l: 0.2, c: Math.min(base.c * 0.6, 0.04) });
  const dark900 = hexOf({ ...base, l: 0.25, c: Math.min(base.c * 0.7, 0.06) });
  const shade = (l: number, towards: 'darker' | 'lighter', isFit: (color: string) => boolean) =>
    nearest({ ...base, l }, towards, isFit);
  const reads =
    (grounds: string[], minimum = CONTRAST_MIN) =>
    (color: string) =>
      grounds.every((ground) => contrast(color, ground) >= minimum);
  const darkGrounds = [NIGHT, DARK_GROUND, dark900, dark950];
  const onDark = shade(
    0.75,
    'lighter',
    (color) => reads(darkGrounds)(color) && contrast(NIGHT, hovered(color, NIGHT)) >= HOVERED_MIN,
  );
  return {
    ...(Object.fromEntries(tints) as Pick<Palette, 50 | 100 | 200>),
    300: onDark,
    400: shade(0.64, 'lighter', reads(darkGrounds, RING_MIN)),
    500: shade(0.53, 'darker', reads([WHITE, LIGHT_GROUND])),
    600: shade(0.43, 'darker', reads([WHITE, LIGHT_GROUND, subtle, muted])),
    700: shade(Math.min(base.l, 0.36), 'darker', reads([WHITE, LIGHT_GROUND, subtle, muted])),
    800: nearestAccent(accent),
    900: dark900,
    950: dark950,
  };
}
