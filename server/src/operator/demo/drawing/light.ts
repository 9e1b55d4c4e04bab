import type { Article } from './article.ts';
import { heightsOf } from './heights.ts';
import { blurred, HALF_HEIGHT, HALF_WIDTH, newPlane, type Plane } from './plane.ts';
import { type Drawn, type Scan, scan } from './scan.ts';
import type { Direction } from './setting.ts';
import type { View } from './view.ts';

/** What the light does to each place of the garment, in steps of two pixels. */
export interface Lighting {
  /** How much of the garment is here, 0 to 1. */
  cover: Plane;
  /** 1 is as bright as lying flat. */
  shade: Plane;
  /** Added light, 0 to 1; `null` where nothing shines. */
  gloss: Plane | null;
  /** Above 0 where it is rubbed, below where it is spared; `null` where nothing fades. */
  worn: Plane | null;
  /** In units. */
  height: Plane;
}

/** How strongly slopes show; of 1, how dark and how bright they may get. */
const CONTRAST = 0.95;
const DARKEST = 0.42;
const BRIGHTEST = 1.45;
/** Shares of light by which a unit of depth and of height changes it, and a level of what lies over it. */
const HOLLOW = 0.035;
const RIDGE = 0.012;
const OVERHANG = 0.1;
const RUB = 0.07;

/** Halfway between the light and the eye, which looks straight down. */
function halfway({ x, y, z }: Direction): Direction {
  const length = Math.hypot(x, y, z + 1);
  return { x: x / length, y: y / length, z: (z + 1) / length };
}

function shine(
  { surfaces }: Drawn,
  found: Scan,
  height: Plane,
  view: View,
  light: Direction,
  lit: Lighting,
): void {
  const around = blurred(height, 9 * view.zoom);
  const over = blurred(found.level, 5 * view.zoom);
  const steep = view.zoom / 4;
  const half = halfway(light);
  const reach = -5 * view.zoom;
  const shift = Math.round(light.y * reach) * HALF_WIDTH + Math.round(light.x * reach);
  for (let y = 1; y < HALF_HEIGHT - 1; y += 1) {
    for (let i = y * HALF_WIDTH + 1; i < (y + 1) * HALF_WIDTH - 1; i += 1) {
      if ((found.cover[i] ?? 0) === 0) continue;
      const dx = ((height[i + 1] ?? 0) - (height[i - 1] ?? 0)) * steep;
      const dy = ((height[i + HALF_WIDTH] ?? 0) - (height[i - HALF_WIDTH] ?? 0)) * steep;
      const length = Math.sqrt(dx * dx + dy * dy + 1);
      const facing = (light.z - dx * light.x - dy * light.y) / length;
      const bump = (height[i] ?? 0) - (around[i] ?? 0);
      const shade = 1 + CONTRAST * (facing / light.z - 1) + bump * (bump < 0 ? HOLLOW : RIDGE);
      const above = (over[i - shift] ?? 0) - (found.level[i] ?? 0);
      const shadow = above > 0 ? Math.min(0.5, above * OVERHANG) : 0;
      lit.shade[i] = Math.max(DARKEST, Math.min(BRIGHTEST, shade)) * (1 - shadow);
      const surface = surfaces[found.id[i] ?? 0];
      if (!surface) continue;
      if (lit.gloss && surface.sheen > 0) {
        const mirrored = Math.max(0, (half.z - dx * half.x - dy * half.y) / length);
        lit.gloss[i] = surface.sheen * mirrored ** (surface.shine * 4);
      }
      if (lit.worn && surface.cloth?.worn) lit.worn[i] = Math.max(-0.4, Math.min(1, bump * RUB));
    }
  }
}

/** Light on a garment: slopes, hollows, the shadows that upper layers throw on lower ones, gloss, wear. */
export function lightUp(article: Article, drawn: Drawn, view: View, light: Direction): Lighting {
  const found = scan(drawn);
  const height = heightsOf(article, found, drawn.surfaces, view);
  const lit: Lighting = {
    cover: found.cover,
    shade: newPlane().fill(1),
    gloss: drawn.surfaces.some(({ sheen }) => sheen > 0) ? newPlane() : null,
    worn: drawn.surfaces.some(({ cloth }) => cloth?.worn) ? newPlane() : null,
    height,
  };
  shine(drawn, found, height, view, light, lit);
  return lit;
}
