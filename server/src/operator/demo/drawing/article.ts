import type { Cloth } from './cloth.ts';
import type { ClothRole, Cut } from './cut.ts';

/** One garment as it exists once in the world. */
export interface Article {
  /** Decides everything that is left to chance. */
  seed: string;
  cut: Cut;
  /** Roles without a cloth take the main one. */
  cloths: { main: Cloth } & Partial<Record<ClothRole, Cloth>>;
  /** What stands on its labels. */
  labels: readonly string[];
  stitchColour?: string;
  metal?: string;
  buttons?: string;
  labelColours?: { ground: string; ink: string };
  /** 0 new to 1 worn out. */
  wear: number;
}
