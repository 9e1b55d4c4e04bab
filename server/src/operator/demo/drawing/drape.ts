import type { Fold, Hang } from './cut.ts';
import { MIDDLE } from './path.ts';
import { between, type Random } from './random.ts';

/** A curve from a place in a direction, bending by `bend` of its length. */
function ray(x: number, y: number, degrees: number, length: number, bend: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length];
  const [mx, my] = [x + dx / 2 - dy * bend, y + dy / 2 + dx * bend];
  return `M${x} ${y} Q${mx} ${my} ${x + dx} ${y + dy}`;
}

interface Spray {
  at: readonly [x: number, y: number];
  degrees: readonly [from: number, to: number];
  length: readonly [from: number, to: number];
  width: readonly [from: number, to: number];
  height: number;
  count: number;
}

/** Folds that start about one place and spread over a range of directions; now and then one is a hollow. */
function spray(random: Random, { at, degrees, length, width, height, count }: Spray): Fold[] {
  return Array.from({ length: count }, (_, i) => {
    const direction = degrees[0] + ((degrees[1] - degrees[0]) * (i + between(random, 0.1, 0.9))) / count;
    const [x, y] = [at[0] + between(random, -12, 12), at[1] + between(random, -14, 14)];
    return {
      d: ray(x, y, direction, between(random, ...length), between(random, -0.16, 0.16)),
      width: between(random, ...width),
      height: height * between(random, 0.5, 1.15) * (i % 3 === 1 ? -0.7 : 1),
    };
  });
}

/** The same on both sides, each laid by another throw of the dice. */
function bothSides(random: Random, of: Spray): Fold[] {
  const left = spray(random, of);
  const right = spray(random, {
    ...of,
    at: [2 * MIDDLE - of.at[0], of.at[1]],
    degrees: [180 - of.degrees[1], 180 - of.degrees[0]],
  });
  return [...left, ...right];
}

const hemWaves = (
  random: Random,
  y: number,
  from: number,
  to: number,
  count: number,
  height: number,
): Fold[] =>
  Array.from({ length: count }, (_, i) => ({
    d: ray(
      from + ((to - from) * (i + between(random, 0.2, 0.8))) / count,
      y,
      -90 + between(random, -9, 9),
      between(random, 90, 260),
      between(random, -0.06, 0.06),
    ),
    width: between(random, 24, 46),
    height: height * between(random, 0.5, 1.1),
  }));

/** Slack that lies across the body where it was let down last. */
function across(
  random: Random,
  { from, to, height, count }: { from: number; to: number; height: number; count: number },
): Fold[] {
  return Array.from({ length: count }, (_, i) => {
    const y = from + ((to - from) * (i + between(random, 0.2, 0.8))) / count;
    const leftwards = random() < 0.5;
    return {
      d: ray(
        leftwards ? between(random, 520, 660) : between(random, 240, 380),
        y,
        (leftwards ? 180 : 0) + between(random, -22, 22),
        between(random, 150, 330),
        between(random, -0.12, 0.12),
      ),
      width: between(random, 26, 54),
      height: height * between(random, 0.5, 1.2),
    };
  });
}

const sleeves = (random: Random): Fold[] => [
  ...bothSides(random, {
    at: [150, 560],
    degrees: [-30, 45],
    length: [60, 120],
    width: [22, 38],
    height: 9,
    count: 4,
  }),
  ...bothSides(random, {
    at: [105, 720],
    degrees: [-30, 40],
    length: [60, 120],
    width: [20, 34],
    height: 8,
    count: 4,
  }),
  ...bothSides(random, {
    at: [195, 420],
    degrees: [95, 140],
    length: [90, 190],
    width: [24, 40],
    height: 9,
    count: 3,
  }),
];

/** Where the cloth breaks on each kind of garment, with the crests' heights in units. */
export const DRAPES: Record<Hang, (random: Random) => Fold[]> = {
  still: () => [],
  top: (random) => [
    ...sleeves(random),
    ...bothSides(random, {
      at: [216, 500],
      degrees: [5, 82],
      length: [150, 340],
      width: [30, 64],
      height: 13,
      count: 6,
    }),
    ...bothSides(random, {
      at: [250, 300],
      degrees: [45, 85],
      length: [110, 220],
      width: [30, 52],
      height: 8,
      count: 2,
    }),
    ...hemWaves(random, 930, 225, 675, 6, 9),
    ...across(random, { from: 560, to: 860, height: 7, count: 4 }),
  ],
  coat: (random) => [
    ...sleeves(random),
    ...bothSides(random, {
      at: [225, 510],
      degrees: [30, 85],
      length: [170, 380],
      width: [34, 68],
      height: 12,
      count: 5,
    }),
    ...hemWaves(random, 1110, 200, 700, 8, 11),
    ...across(random, { from: 600, to: 820, height: 6, count: 2 }),
  ],
  legs: (random) => [
    ...bothSides(random, {
      at: [446, 474],
      degrees: [160, 240],
      length: [100, 220],
      width: [22, 44],
      height: 11,
      count: 6,
    }),
    ...bothSides(random, {
      at: [330, 760],
      degrees: [-35, 35],
      length: [60, 120],
      width: [22, 40],
      height: 8,
      count: 4,
    }),
    ...bothSides(random, {
      at: [270, 640],
      degrees: [70, 105],
      length: [160, 340],
      width: [28, 50],
      height: 9,
      count: 3,
    }),
    ...bothSides(random, {
      at: [310, 1050],
      degrees: [-115, -65],
      length: [110, 240],
      width: [24, 42],
      height: 8,
      count: 4,
    }),
  ],
  skirt: (random) => [
    ...hemWaves(random, 1010, 200, 700, 9, 14),
    ...bothSides(random, {
      at: [330, 260],
      degrees: [75, 105],
      length: [160, 380],
      width: [28, 54],
      height: 9,
      count: 3,
    }),
  ],
  dress: (random) => [
    ...bothSides(random, {
      at: [300, 400],
      degrees: [30, 85],
      length: [120, 260],
      width: [26, 48],
      height: 10,
      count: 4,
    }),
    ...hemWaves(random, 1110, 220, 680, 8, 13),
    ...bothSides(random, {
      at: [380, 560],
      degrees: [75, 110],
      length: [160, 360],
      width: [26, 48],
      height: 9,
      count: 3,
    }),
  ],
};
