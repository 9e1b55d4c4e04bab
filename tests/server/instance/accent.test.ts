import { readFileSync } from 'node:fs';
import { DEFAULTS } from '@selvedge/shared/instance/instance-settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookOf } from '../../../server/src/pages/look.ts';
import { manifestOf } from '../../../server/src/pages/manifest.ts';
import {
  checkAccent,
  nearestAccent,
  type Palette,
  paletteOf,
} from '../../../server/src/platform/settings/accent.ts';

// The formula of WCAG 2.2, written down again here: the code under test takes it from a library.
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
/** `over` at 90 % on `under`. */
function mixed(over: string, under: string): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [over, under].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * 0.9 + (b ?? 0) * 0.1)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

const [WHITE, INK_100, NIGHT, INK_800, PANEL] = ['#ffffff', '#eceef1', '#0d1016', '#232932', '#12161d'];
/** Every pair of text and background that the accent takes part in. */
const textPairs = (p: Palette): [what: string, text: string, ground: string][] => [
  ['button', WHITE, p[800]],
  ['button under the pointer', WHITE, mixed(p[800], WHITE)],
  ['own message', WHITE, p[800]],
  ['own message, dark', WHITE, p[700]],
  ['button, dark', NIGHT, p[300]],
  ['button under the pointer, dark', NIGHT, mixed(p[300], NIGHT)],
  ...[WHITE, INK_100, p[50], p[100]].map((ground): [string, string, string] => ['link', p[700], ground]),
  ...[WHITE, p[50]].map((ground): [string, string, string] => ['note', p[600], ground]),
  ...[NIGHT, PANEL, INK_800, p[900], p[950]].map((ground): [string, string, string] => [
    'link or note, dark',
    p[300],
    ground,
  ]),
  ['mail', p[800], WHITE],
  ['selected text', NIGHT, p[200]],
];
/** Focus rings and edges, for which 3:1 is enough. */
const edgePairs = (p: Palette): [what: string, edge: string, ground: string][] => [
  ...[WHITE, INK_100].map((ground): [string, string, string] => ['ring', p[500], ground]),
  ...[NIGHT, INK_800].map((ground): [string, string, string] => ['ring, dark', p[300], ground]),
  ['edge, dark', p[400], NIGHT],
];

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('every accepted accent is readable in light or dark', () => {
  fc.assert(
    fc.property(colors, (color) => {
      const accent = nearestAccent(color);
      expect(() => checkAccent(accent)).not.toThrow();
      const palette = paletteOf(accent);
      expect(palette[800]).toBe(accent);
      for (const [what, text, ground] of textPairs(palette))
        expect(contrast(text, ground), `${what}: ${text} on ${ground}, for ${accent}`).toBeGreaterThanOrEqual(
          4.5,
        );
      for (const [what, edge, ground] of edgePairs(palette))
        expect(contrast(edge, ground), `${what}: ${edge} on ${ground}, for ${accent}`).toBeGreaterThanOrEqual(
          3,
        );
    }),
    { numRuns: 1_000 },
  );
});

test('a colour that is too light gets an alternative', () => {
  expect(() => checkAccent('#F2C94C')).toThrow(
    /^#F2C94C is too light for white text: the nearest that works is #[\da-f]{6}$/,
  );
  const nearest = nearestAccent('#f2c94c');
  expect(contrast(WHITE, nearest)).toBeLessThan(6);
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(nearest.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  expect([r > g, g > b]).toEqual([true, true]);
  for (const color of ['#1f2d47', '#000000', '#7A5C00'])
    expect(() => checkAccent(color), color).not.toThrow();
});

test('the backgrounds are those of the theme', () => {
  const textOf = (name: string) =>
    readFileSync(new URL(`../../../web/src/ui/theme/${name}.ts`, import.meta.url), 'utf8');
  const theme = `#ffffff ${textOf('palette')} ${textOf('tokens')}`;
  for (const color of [INK_100, NIGHT, INK_800, PANEL]) expect(theme).toContain(color);
});

test("without an accent a page has the theme's colours", () => {
  expect(lookOf(DEFAULTS)).toEqual({ style: '', light: '#ffffff', dark: '#0d1016' });
  expect(manifestOf(DEFAULTS).theme_color).toBe('#1f2d47');
  const tide = { ...DEFAULTS, accent: '#0b5563' };
  expect(manifestOf(tide).theme_color).toBe('#0b5563');
  expect(lookOf(tide).style).toContain('--s-colors-indigo-800:#0b5563');
  // The first paint sets two of them itself.
  const css = readFileSync(new URL('../../../web/src/app/first-paint.css', import.meta.url), 'utf8');
  for (const [, name] of css.matchAll(/(--s-colors-indigo-\d+):/g))
    expect(lookOf(tide).style).toContain(name);
});
