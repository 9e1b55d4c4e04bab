import type { Pattern } from './patterns.ts';
import type { Weave } from './weaves.ts';

/** How a cloth moves and takes the light. */
export interface Hand {
  /** Height of its wrinkles in units, and how many units one is across. */
  wrinkle: number;
  wrinkleSize: number;
  /** 0: soft hills; 1: sharp creases. */
  crease: number;
  /** How much it follows the folds of the cut. */
  fold: number;
  /** Units of its edges' rounding. */
  thickness: number;
  /** Strength and sharpness of its gloss. */
  sheen: number;
  shine: number;
}

export const HANDS = {
  soft: { wrinkle: 7, wrinkleSize: 190, crease: 0.25, fold: 1, thickness: 5, sheen: 0, shine: 1 },
  crisp: { wrinkle: 4.2, wrinkleSize: 120, crease: 0.6, fold: 0.85, thickness: 3.5, sheen: 0, shine: 1 },
  rumpled: { wrinkle: 6.2, wrinkleSize: 95, crease: 0.7, fold: 0.9, thickness: 4, sheen: 0, shine: 1 },
  heavy: { wrinkle: 8, wrinkleSize: 240, crease: 0.12, fold: 0.9, thickness: 9, sheen: 0, shine: 1 },
  knit: { wrinkle: 9, wrinkleSize: 230, crease: 0.05, fold: 0.75, thickness: 10, sheen: 0, shine: 1 },
  denim: { wrinkle: 6, wrinkleSize: 120, crease: 0.45, fold: 1, thickness: 6, sheen: 0, shine: 1 },
  leather: { wrinkle: 5, wrinkleSize: 110, crease: 0.4, fold: 0.9, thickness: 9, sheen: 0.26, shine: 14 },
  nylon: { wrinkle: 6.5, wrinkleSize: 105, crease: 0.7, fold: 1, thickness: 6, sheen: 0.22, shine: 9 },
  satin: { wrinkle: 6, wrinkleSize: 220, crease: 0.05, fold: 1.2, thickness: 4, sheen: 0.2, shine: 3.2 },
  suede: { wrinkle: 4, wrinkleSize: 140, crease: 0.2, fold: 0.8, thickness: 8, sheen: 0, shine: 1 },
  firm: { wrinkle: 1.2, wrinkleSize: 110, crease: 0.1, fold: 0.3, thickness: 9, sheen: 0.1, shine: 10 },
} as const satisfies Record<string, Hand>;

export interface Cloth {
  /** The mean of what the eye sees from afar. */
  colour: string;
  weave: Weave;
  hand: keyof typeof HANDS;
  pattern?: Pattern;
  /** What it fades to where it is rubbed, and how far, 0 to 1. */
  worn?: { colour: string; amount: number };
}
