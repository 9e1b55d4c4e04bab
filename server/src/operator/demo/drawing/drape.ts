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

const sleeves = (random: Random): Fold[] => [
  ...bothSides(random, {
    at: [170, 560],
    degrees: [-35, 40],
    length: [60, 110],
    width: [20, 34],
    height: 6,
    count: 4,
  }),
  ...bothSides(random, {
    at: [130, 700],
    degrees: [-30, 35],
    length: [60, 110],
    width: [18, 30],
    height: 5,
    count: 3,
  }),
  ...bothSides(random, {
    at: [215, 430],
    degrees: [100, 150],
    length: [70, 150],
    width: [20, 34],
    height: 6,
    count: 2,
  }),
];

/** Where the cloth breaks on each kind of garment, with the crests' heights in units. */
export const DRAPES: Record<Hang, (random: Random) => Fold[]> = {
  still: () => [],
  top: (random) => [
    ...sleeves(random),
    ...bothSides(random, {
      at: [250, 490],
      degrees: [12, 80],
      length: [130, 300],
      width: [28, 56],
      height: 9,
      count: 5,
    }),
    ...bothSides(random, {
      at: [275, 300],
      degrees: [50, 85],
      length: [90, 170],
      width: [26, 44],
      height: 5,
      count: 2,
    }),
    ...hemWaves(random, 950, 270, 630, 5, 5),
  ],
  coat: (random) => [
    ...sleeves(random),
    ...bothSides(random, {
      at: [250, 500],
      degrees: [35, 85],
      length: [150, 330],
      width: [30, 60],
      height: 9,
      count: 4,
    }),
    ...hemWaves(random, 1110, 230, 670, 7, 7),
  ],
  legs: (random) => [
    ...bothSides(random, {
      at: [445, 470],
      degrees: [165, 235],
      length: [90, 200],
      width: [20, 40],
      height: 8,
      count: 5,
    }),
    ...bothSides(random, {
      at: [345, 690],
      degrees: [-30, 30],
      length: [50, 100],
      width: [20, 36],
      height: 5,
      count: 3,
    }),
    ...bothSides(random, {
      at: [300, 700],
      degrees: [70, 110],
      length: [150, 300],
      width: [26, 46],
      height: 6,
      count: 3,
    }),
    ...bothSides(random, {
      at: [320, 1040],
      degrees: [-110, -70],
      length: [100, 220],
      width: [22, 40],
      height: 5,
      count: 3,
    }),
  ],
  skirt: (random) => [
    ...hemWaves(random, 1010, 220, 680, 9, 11),
    ...bothSides(random, {
      at: [330, 260],
      degrees: [75, 105],
      length: [160, 380],
      width: [28, 54],
      height: 8,
      count: 3,
    }),
  ],
  dress: (random) => [
    ...bothSides(random, {
      at: [300, 400],
      degrees: [30, 85],
      length: [120, 260],
      width: [26, 48],
      height: 8,
      count: 4,
    }),
    ...hemWaves(random, 1110, 240, 660, 8, 10),
    ...bothSides(random, {
      at: [380, 560],
      degrees: [75, 110],
      length: [160, 360],
      width: [26, 48],
      height: 8,
      count: 3,
    }),
  ],
};
