import { defineConfig } from '@chakra-ui/react/styled-system';
import { PALETTE } from './palette.ts';

type Values = Record<string, string>;

const values = (all: Values) =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, { value }]));
const colors = values;
const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

// Few steps on purpose: the theme is built at every start, which takes longer with each token.
const STEPS = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56,
  64, 72, 80, 96,
];
const spacing: Values = { 0: '0rem', px: '1px' };
for (const step of STEPS) spacing[String(step)] = `${step / 4}rem`;

const sizes: Values = {
  ...spacing,
  '3xs': '14rem',
  '2xs': '16rem',
  xs: '20rem',
  sm: '24rem',
  md: '28rem',
  lg: '32rem',
  xl: '36rem',
  '2xl': '42rem',
  '3xl': '48rem',
  '4xl': '56rem',
  '5xl': '64rem',
  '6xl': '72rem',
  '7xl': '80rem',
  '8xl': '90rem',
  full: '100%',
  min: 'min-content',
  max: 'max-content',
  fit: 'fit-content',
  prose: '60ch',
  dvh: '100dvh',
  '1/2': '50%',
  '1/3': '33.333%',
  '2/3': '66.666%',
};

const SANS = '"Archivo W","Archivo Fallback",system-ui,sans-serif';

const text = (size: string, lineHeight: string, letterSpacing?: string) => ({
  value: { fontSize: size, lineHeight, ...(letterSpacing && { letterSpacing }) },
});

/** The colors of a role (`colorPalette`), light and dark, for each part that recipes use. */
function role(name: keyof typeof PALETTE, changes: Record<string, ReturnType<typeof pair>> = {}) {
  const shade = (light: string, dark: string) =>
    pair(`{colors.${name}.${light}}`, `{colors.${name}.${dark}}`);
  return {
    contrast: pair('{colors.white}', '{colors.white}'),
    fg: shade('700', '300'),
    subtle: shade('50', '950'),
    muted: shade('100', '900'),
    emphasized: shade('200', '800'),
    solid: shade('600', '600'),
    focusRing: shade('500', '400'),
    border: shade('200', '800'),
    ...changes,
  };
}

const inkRole = {
  contrast: pair('{colors.white}', '#0d1016'),
  fg: pair('{colors.ink.900}', '#eceef1'),
  subtle: pair('{colors.ink.100}', '#1a2029'),
  muted: pair('{colors.ink.200}', '#262c36'),
  emphasized: pair('{colors.ink.300}', '{colors.ink.700}'),
  solid: pair('{colors.ink.900}', '#eceef1'),
  focusRing: pair('#4a6c99', '#9cb1ce'),
  border: pair('{colors.ink.300}', '#3a414d'),
};

const semanticColors = {
  bg: {
    DEFAULT: pair('{colors.white}', '{colors.ink.950}'),
    subtle: pair('{colors.ink.50}', '{colors.ink.900}'),
    muted: pair('{colors.ink.100}', '{colors.ink.800}'),
    emphasized: pair('{colors.ink.200}', '{colors.ink.700}'),
    panel: pair('{colors.white}', '#12161d'),
    inverted: pair('{colors.ink.950}', '{colors.white}'),
    error: pair('{colors.thread.50}', '{colors.thread.950}'),
    success: pair('{colors.moss.50}', '{colors.moss.950}'),
    warning: pair('{colors.brass.50}', '{colors.brass.950}'),
    info: pair('{colors.indigo.50}', '{colors.indigo.950}'),
  },
  fg: {
    DEFAULT: pair('{colors.ink.900}', '#eceef1'),
    muted: pair('{colors.ink.600}', '#a7aebb'),
    subtle: pair('{colors.ink.500}', '#8b93a1'),
    inverted: pair('{colors.white}', '{colors.ink.950}'),
    error: pair('{colors.thread.600}', '{colors.thread.400}'),
    success: pair('{colors.moss.600}', '{colors.moss.300}'),
    warning: pair('{colors.brass.600}', '{colors.brass.300}'),
    info: pair('{colors.indigo.600}', '{colors.indigo.300}'),
    sale: pair('{colors.thread.600}', '{colors.thread.400}'),
  },
  border: {
    DEFAULT: pair('{colors.ink.200}', '#262c36'),
    muted: pair('{colors.ink.100}', '#1c222b'),
    subtle: pair('{colors.ink.50}', '#171c24'),
    // The border of a field: 3:1 against its background, as WCAG 1.4.11 requires.
    emphasized: pair('#878d99', '#6a7280'),
    inverted: pair('{colors.ink.800}', '{colors.ink.200}'),
    error: pair('{colors.thread.600}', '{colors.thread.400}'),
    success: pair('{colors.moss.600}', '{colors.moss.400}'),
    warning: pair('{colors.brass.600}', '{colors.brass.400}'),
    info: pair('{colors.indigo.500}', '{colors.indigo.400}'),
  },
  focus: pair('{colors.indigo.500}', '{colors.indigo.300}'),
  thread: role('thread'),
  indigo: role('indigo', {
    solid: pair('{colors.indigo.800}', '{colors.indigo.300}'),
    contrast: pair('{colors.white}', '#0d1016'),
    focusRing: pair('{colors.indigo.500}', '{colors.indigo.300}'),
  }),
  ink: inkRole,
  gray: inkRole,
};

const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '.5' } },
  'fade-in': { from: { opacity: '0' }, to: { opacity: '1' } },
  'fade-out': { from: { opacity: '1' }, to: { opacity: '0' } },
  'scale-in': { from: { scale: '.97' }, to: { scale: '1' } },
  'scale-out': { from: { scale: '1' }, to: { scale: '.97' } },
};

export const selvedgeTheme = defineConfig({
  cssVarsPrefix: 's',
  cssVarsRoot: ':where(html)',
  conditions: { light: ':root &, .light &', dark: '.dark &' },
  globalCss: {
    html: {
      color: 'fg',
      bg: 'bg',
      lineHeight: '1.45',
      colorPalette: 'ink',
      fontFamily: 'body',
      fontVariantNumeric: 'tabular-nums',
      textRendering: 'optimizeLegibility',
    },
    '*': { '--global-font-body': 'fonts.body', '--global-color-border': 'colors.border' },
    '*::placeholder': { color: 'fg.subtle', opacity: 1 },
    '*::selection': { bg: 'indigo.200', color: 'ink.950' },
  },
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1600px' },
    tokens: {
      spacing: values(spacing),
      sizes: values(sizes),
      colors: {
        transparent: { value: 'transparent' },
        current: { value: 'currentColor' },
        white: { value: '#ffffff' },
        black: { value: '#07090d' },
        blackAlpha: colors({ 300: 'rgba(7,9,13,.16)', 500: 'rgba(7,9,13,.48)', 700: 'rgba(7,9,13,.72)' }),
        ...Object.fromEntries(
          Object.entries(PALETTE).map(([name, shades]) => [name, colors(shades as unknown as Values)]),
        ),
      },
      fonts: values({ body: SANS, heading: SANS, mono: 'ui-monospace,SFMono-Regular,Menlo,monospace' }),
      fontSizes: values({
        '2xs': '0.6875rem',
        xs: '0.75rem',
        sm: '0.875rem',
        md: '1rem',
        lg: '1.125rem',
        xl: '1.25rem',
        '2xl': '1.5rem',
        '3xl': '1.875rem',
        '4xl': '2.375rem',
      }),
      fontWeights: values({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
      lineHeights: values({ shorter: '1.1', short: '1.3', moderate: '1.45', tall: '1.6' }),
      letterSpacings: values({ tighter: '-0.03em', tight: '-0.015em', wide: '0.02em', wider: '0.06em' }),
      radii: values({
        none: '0',
        '2xs': '1px',
        xs: '2px',
        sm: '3px',
        md: '4px',
        lg: '6px',
        xl: '10px',
        '2xl': '14px',
        full: '9999px',
      }),
      borders: values({ xs: '0.5px solid', sm: '1px solid', md: '2px solid' }),
      durations: values({
        fastest: '60ms',
        faster: '90ms',
        fast: '120ms',
        moderate: '160ms',
        slow: '220ms',
        slower: '320ms',
        slowest: '420ms',
      }),
      easings: values({
        'ease-in': 'cubic-bezier(.4,0,1,1)',
        'ease-out': 'cubic-bezier(.2,0,0,1)',
        'ease-in-out': 'cubic-bezier(.4,0,.2,1)',
        'ease-in-smooth': 'cubic-bezier(.32,.72,0,1)',
      }),
      zIndex: values({
        hide: '-1',
        base: '0',
        docked: '10',
        dropdown: '1000',
        sticky: '1100',
        overlay: '1300',
        modal: '1400',
        popover: '1500',
        skipNav: '1600',
        toast: '1700',
        tooltip: '1800',
        max: '2147483647',
      }),
      cursor: values({
        button: 'pointer',
        checkbox: 'default',
        disabled: 'not-allowed',
        menuitem: 'default',
        option: 'default',
        radio: 'default',
        slider: 'default',
        switch: 'pointer',
      }),
    },
    semanticTokens: {
      colors: semanticColors as never, // the types only know the default theme's palettes
      radii: values({ l1: '{radii.xs}', l2: '{radii.sm}', l3: '{radii.lg}' }),
      shadows: {
        xs: pair('0 1px 2px rgba(13,16,22,.08)', '0 0 0 1px rgba(255,255,255,.06)'),
        sm: pair('0 2px 6px rgba(13,16,22,.08)', '0 0 0 1px rgba(255,255,255,.07)'),
        md: pair(
          '0 6px 18px -4px rgba(13,16,22,.14)',
          '0 0 0 1px rgba(255,255,255,.08), 0 8px 24px rgba(0,0,0,.5)',
        ),
        lg: pair(
          '0 18px 48px -10px rgba(13,16,22,.24)',
          '0 0 0 1px rgba(255,255,255,.08), 0 20px 56px rgba(0,0,0,.6)',
        ),
      },
    },
    textStyles: {
      '2xs': text('2xs', '0.875rem'),
      xs: text('xs', '1rem'),
      sm: text('sm', '1.25rem'),
      md: text('md', '1.5rem'),
      lg: text('lg', '1.625rem'),
      xl: text('xl', '1.75rem', 'tight'),
      '2xl': text('2xl', '1.875rem', 'tight'),
      '3xl': text('3xl', '2.25rem', 'tighter'),
      '4xl': text('4xl', '2.625rem', 'tighter'),
      label: { value: { fontSize: 'sm', lineHeight: '1.25rem', fontWeight: 'medium' } },
      /** The style of woven labels: expanded capitals. */
      woven: {
        value: {
          fontSize: '0.71875rem',
          lineHeight: '1rem',
          fontWeight: '600',
          fontStretch: '118%',
          textTransform: 'uppercase',
          letterSpacing: '0.03em',
        },
      },
      none: { value: {} },
    },
    layerStyles: {
      disabled: { value: { opacity: '0.5', cursor: 'not-allowed' } },
      none: { value: {} },
      'fill.solid': { value: { background: 'colorPalette.solid', color: 'colorPalette.contrast' } },
      'fill.subtle': { value: { background: 'colorPalette.subtle', color: 'colorPalette.fg' } },
      'fill.muted': { value: { background: 'colorPalette.muted', color: 'colorPalette.fg' } },
      'indicator.bottom': {
        value: {
          position: 'relative',
          _before: {
            content: '""',
            position: 'absolute',
            bottom: 'var(--indicator-offset-y, 0)',
            insetInline: 'var(--indicator-offset-x, 0)',
            height: 'var(--indicator-thickness, 2px)',
            background: 'thread.600',
          },
        },
      },
    },
    animationStyles: {
      'slide-fade-in': { value: { transformOrigin: 'var(--transform-origin)', animationName: 'fade-in' } },
      'slide-fade-out': { value: { animationName: 'fade-out' } },
      'scale-fade-in': {
        value: { transformOrigin: 'var(--transform-origin)', animationName: 'scale-in, fade-in' },
      },
      'scale-fade-out': {
        value: { transformOrigin: 'var(--transform-origin)', animationName: 'scale-out, fade-out' },
      },
    },
    keyframes,
  },
});
