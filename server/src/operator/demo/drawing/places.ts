import type { Direction, Setting } from './setting.ts';

function towards(x: number, y: number, z: number): Direction {
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length };
}

const LEFT_WINDOW = towards(-0.75, -0.35, 0.85);
const RIGHT_WINDOW = towards(0.7, -0.4, 0.85);
const ABOVE_LEFT = towards(-0.45, -0.65, 0.95);
const OVERHEAD = towards(-0.2, -0.5, 1.05);

/** Where the members take their pictures. */
export const PLACES = {
  studio: { ground: 'paper', light: OVERHEAD, warmth: 0, exposure: 1.04, falloff: 0.07, distance: 7 },
  loft: {
    ground: 'concrete',
    light: LEFT_WINDOW,
    warmth: -0.012,
    exposure: 1.06,
    falloff: 0.24,
    distance: 9,
  },
  oakFloor: { ground: 'oak', light: RIGHT_WINDOW, warmth: 0.018, exposure: 1.04, falloff: 0.2, distance: 8 },
  ashFloor: { ground: 'ash', light: ABOVE_LEFT, warmth: 0.004, exposure: 1.03, falloff: 0.14, distance: 8 },
  walnutTable: {
    ground: 'walnut',
    light: LEFT_WINDOW,
    warmth: 0.02,
    exposure: 1.06,
    falloff: 0.28,
    distance: 8,
  },
  bed: { ground: 'linen', light: RIGHT_WINDOW, warmth: 0.012, exposure: 1.05, falloff: 0.16, distance: 6 },
  rug: { ground: 'wool', light: ABOVE_LEFT, warmth: 0.01, exposure: 1.02, falloff: 0.16, distance: 6 },
  sand: { ground: 'sand', light: ABOVE_LEFT, warmth: 0.006, exposure: 1.05, falloff: 0.1, distance: 8 },
  whiteWall: {
    ground: 'plaster',
    light: LEFT_WINDOW,
    warmth: 0.008,
    exposure: 1.03,
    falloff: 0.22,
    distance: 20,
  },
  greyWall: {
    ground: 'greyWall',
    light: ABOVE_LEFT,
    warmth: -0.008,
    exposure: 1.03,
    falloff: 0.16,
    distance: 20,
  },
} as const satisfies Record<string, Setting>;
export type PlaceName = keyof typeof PLACES;
