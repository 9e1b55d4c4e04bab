import { mix, type Rgb, rgb } from './colour.ts';
import { noiseAt, noises } from './noise.ts';
import { TILE_UNITS } from './weaves.ts';

/** A band of colour and how many units it is wide. */
type Band = readonly [colour: string, units: number];

/** The colours of a cloth that has more than one. */
export type Pattern =
  | { kind: 'stripes'; bands: readonly Band[]; along?: boolean }
  | { kind: 'check'; bands: readonly Band[] }
  | { kind: 'herringbone'; colours: readonly [string, string] }
  | { kind: 'flecks'; colours: readonly string[]; share: number }
  | { kind: 'denim'; weft: string }
  | { kind: 'sashiko'; thread: string }
  | { kind: 'marl'; colour: string };

export type PatternAt = (u: number, v: number) => Rgb;

/** Bands repeated over the tile a whole number of times. */
function bandsAt(bands: readonly Band[]): (x: number) => Rgb {
  const colours = bands.map(([colour]) => rgb(colour));
  const total = bands.reduce((sum, [, units]) => sum + units, 0);
  const repeats = Math.max(1, Math.round(TILE_UNITS / total));
  return (x) => {
    let rest = (((x * repeats) / TILE_UNITS) % 1) * total;
    for (const [i, [, units]] of bands.entries()) {
      rest -= units;
      if (rest < 0) return colours[i] ?? [0, 0, 0];
    }
    return colours[0] ?? [0, 0, 0];
  };
}

const { grain, streaks } = noises;

/** One running stitch of white thread to every eight units, rows eight apart and shifted by half. */
function isSashiko(u: number, v: number): boolean {
  const row = Math.floor(v / 8);
  const inRow = v - row * 8;
  const along = (u + (row % 2) * 4 + 0.6 * noiseAt(grain, row * 3, Math.floor(u / 8))) % 8;
  return inRow < 1.5 && along < 4.6;
}

/** The colour of a patterned cloth at a place in units; `base` is what its colour is on the whole. */
export function patternAt(base: Rgb, pattern: Pattern): PatternAt {
  switch (pattern.kind) {
    case 'stripes': {
      const at = bandsAt(pattern.bands);
      return pattern.along ? (u) => at(u) : (_u, v) => at(v);
    }
    case 'check': {
      const at = bandsAt(pattern.bands);
      // Where warp and weft differ, the eye sees both threads side by side.
      return (u, v) => mix(at(u), at(v), Math.floor(u * 2 + v * 2) % 2 === 0 ? 0.28 : 0.72);
    }
    case 'herringbone': {
      const [a, b] = pattern.colours.map(rgb) as [Rgb, Rgb];
      return (u, v) => {
        const slope = Math.floor(u / 16) % 2 === 0 ? u : -u;
        return mix(a, b, 0.5 + 0.5 * Math.sin(((v + slope) / 8) * Math.PI * 2));
      };
    }
    case 'flecks': {
      const colours = pattern.colours.map(rgb);
      return (u, v) => {
        const [x, y] = [Math.floor(u / 1.5), Math.floor(v / 1.5)];
        if (noiseAt(grain, x * 3, y * 7) < 1 - 2 * pattern.share) return base;
        return colours[Math.abs(x * 31 + y * 17) % colours.length] ?? base;
      };
    }
    case 'denim': {
      const weft = rgb(pattern.weft);
      return (u, v) => {
        const show = 0.12 + 0.2 * Math.max(0, Math.sin(((u + v) / 2.6666667) * Math.PI * 2));
        return mix(base, weft, show * (0.7 + 0.9 * noiseAt(streaks, u * 2, v * 2)));
      };
    }
    case 'sashiko': {
      const thread = rgb(pattern.thread);
      return (u, v) => (isSashiko(u, v) ? thread : base);
    }
    case 'marl': {
      const other = rgb(pattern.colour);
      return (u, v) => mix(base, other, 0.4 + 0.5 * noiseAt(streaks, u * 2, v * 2));
    }
  }
}
