import type { GroundName } from './ground.ts';

/** Where the light comes from: towards it, `z` out of the picture; a unit vector. */
export interface Direction {
  x: number;
  y: number;
  z: number;
}

/** A place with its light, where somebody takes their pictures. */
export interface Setting {
  ground: GroundName;
  light: Direction;
  /** Red is raised and blue lowered by about this share; above 0 is warm. */
  warmth: number;
  exposure: number;
  /** How much brighter the lit side of the picture is. */
  falloff: number;
  /** Units between the garment and the ground: the further, the softer its shadow. */
  distance: number;
}
