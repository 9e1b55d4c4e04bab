import type { Article } from './article.ts';
import type { Cloth } from './cloth.ts';
import type { ClothRole } from './cut.ts';
import { mapPath, type Point, readPath, subdivide, writePath } from './path.ts';

/** What must be known of one surface of the picture, found by the number painted in its place. */
export interface Surface {
  /** `null`: not cloth; painted as it is. */
  role: ClothRole | null;
  cloth: Cloth | null;
  /** Degrees by which its thread is turned. */
  grain: number;
  /** How high it lies. */
  level: number;
  sheen: number;
  shine: number;
}

/**
 * The same drawing twice: in its colours, and as a map whose red is the number of a surface and whose green is how
 * deep a seam lies.
 */
export interface Sheet {
  colours: string;
  map: string;
  /** By number; 0 is the ground. */
  surfaces: Surface[];
}

/** Moves every point of a garment. */
export type Warp = (point: Point) => Point;

const GROUND: Surface = { role: null, cloth: null, grain: 0, level: 0, sheen: 0, shine: 1 };

/** Takes down the two drawings side by side. */
export interface Pen {
  readonly article: Article;
  /** Where a point has come to lie. */
  bend(point: Point): Point;
  /** An outline as the garment lies now. */
  bendPath(d: string): string;
  /** Begins a new surface, on top of what was drawn before; what is not named is as of the bare ground. */
  begin(surface: Partial<Surface>): void;
  /** As `begin`, for something small that lies on the surface of before, `above` it, and leaves it the current one. */
  onTop(above: number, surface: Partial<Surface>, draw: () => void): void;
  /** The paint of the current surface on the map, `depth` of 255 deep. */
  mark(depth?: number): string;
  colour(svg: string): void;
  trace(svg: string): void;
}

export function createPen(article: Article, warp: Warp): { pen: Pen; sheet: () => Sheet } {
  const surfaces: Surface[] = [GROUND];
  const colours: string[] = [];
  const map: string[] = [];
  let current = 0;
  const begin = (surface: Partial<Surface>) => {
    current = surfaces.push({ ...GROUND, ...surface }) - 1;
  };
  const pen: Pen = {
    article,
    bend: warp,
    bendPath: (d) => writePath(mapPath(subdivide(readPath(d)), warp)),
    begin,
    onTop(above, surface, draw) {
      const below = current;
      begin({ level: (surfaces[below]?.level ?? 0) + above, ...surface });
      draw();
      current = below;
    },
    mark: (depth = 0) => `rgb(${current},${depth},0)`,
    colour: (svg) => colours.push(svg),
    trace: (svg) => map.push(svg),
  };
  return { pen, sheet: () => ({ colours: colours.join(''), map: map.join(''), surfaces }) };
}
