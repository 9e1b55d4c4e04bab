import type { Article } from './article.ts';
import { rgb } from './colour.ts';
import type { Piece } from './cut.ts';
import { develop } from './develop.ts';
import type { Thread } from './develop-line.ts';
import { lightUp } from './light.ts';
import { noiseAt, noises } from './noise.ts';
import type { Point } from './path.ts';
import type { Surface, Warp } from './pen.ts';
import { returnPlanes } from './plane.ts';
import { seededRandom } from './random.ts';
import { rasterColours, rasterMap } from './raster.ts';
import type { Setting } from './setting.ts';
import { drawSheet } from './sheet.ts';
import { type TileSet, tilesOf } from './tile.ts';
import type { View } from './view.ts';

export interface Shot {
  pieces: readonly Piece[];
  view: View;
  setting: Setting;
  /** What of it is seen when it is folded. */
  outline?: string;
}

/** Nobody lays a garment down twice alike: every outline bends a little, and all on it with it. */
function warpOf(seed: string): Warp {
  const random = seededRandom(`${seed} warp`);
  const [ox, oy] = [random() * 256, random() * 256];
  const { hills } = noises;
  const field = (x: number, y: number) =>
    11 * noiseAt(hills, x * 0.08, y * 0.08) + 1.8 * noiseAt(hills, x * 0.45, y * 0.45);
  return ([x, y]: Point): Point => [x + field(x + ox * 9, y + oy * 9), y + field(y + oy * 7, x + ox * 7)];
}

/** Which cloth lies at each surface, and how its thread runs. */
function threadsOf(
  article: Article,
  surfaces: readonly Surface[],
  tiles: Map<string, TileSet>,
  view: View,
): (Thread | null)[] {
  return surfaces.map(({ cloth, role, grain }, id) => {
    const set = role && tiles.get(article.cloths[role] ? role : 'main');
    if (!cloth || !set) return null;
    const angle = (grain * Math.PI) / 180;
    return {
      tile: view.zoom > 1.5 ? set.near : set.far,
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      offsetU: (id * 37) % 128,
      offsetV: (id * 83) % 128,
      worn: cloth.worn ? rgb(cloth.worn.colour) : null,
      wornAmount: (cloth.worn?.amount ?? 0) * (0.35 + article.wear),
    };
  });
}

export const tilesFor = (article: Article): Map<string, TileSet> =>
  new Map(Object.entries(article.cloths).map(([role, cloth]) => [role, tilesOf(cloth)]));

/** Takes one photograph: three bytes a pixel, `WIDTH` × `HEIGHT`. */
export async function photograph(
  article: Article,
  tiles: Map<string, TileSet>,
  { pieces, view, setting, outline }: Shot,
): Promise<Buffer> {
  const sheet = drawSheet(article, pieces, warpOf(article.seed));
  const [colours, map] = await Promise.all([rasterColours(sheet, view, outline), rasterMap(sheet, view)]);
  // Nothing is awaited from here on, so the planes are this picture's alone.
  const lighting = lightUp(article, { colours, map, surfaces: sheet.surfaces }, view, setting.light);
  const threads = threadsOf(article, sheet.surfaces, tiles, view);
  const pixels = develop({ colours, map, lighting, threads, view, setting });
  returnPlanes();
  return pixels;
}
