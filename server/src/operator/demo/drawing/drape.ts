import type { Fold, Hang } from './cut.ts';
import type { Random } from './random.ts';
import { across, bothSides, hemWaves } from './sprays.ts';

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
