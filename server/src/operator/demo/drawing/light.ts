import type { Article } from './article.ts';
import { breathe } from './breathe.ts';
import { HANDS, type Hand } from './cloth.ts';
import { DRAPES } from './drape.ts';
import { foldHeights } from './folds.ts';
import { noiseAt, noises } from './noise.ts';
import type { Surface } from './pen.ts';
import { blurred, HALF_HEIGHT, HALF_WIDTH, newPlane, type Plane } from './plane.ts';
import { seededRandom } from './random.ts';
import type { Raster } from './raster.ts';
import type { Direction } from './setting.ts';
import { toPixels, toUnits, type View, WIDTH } from './view.ts';

/** What the light does to each place of the garment, in steps of two pixels. */
export interface Lighting {
  /** How much of the picture's object is here, 0 to 1. */
  cover: Plane;
  /** 1 is as bright as lying flat. */
  shade: Plane;
  /** Added light, 0 to 1. */
  gloss: Plane;
  /** How far the cloth has faded, 0 to 1. */
  worn: Plane;
  /** Height of the cloth in units, for bending its pattern. */
  height: Plane;
}

const STILL: Hand = { ...HANDS.firm, wrinkle: 0 };
const handOf = (surface: Surface | undefined): Hand => (surface?.cloth ? HANDS[surface.cloth.hand] : STILL);

interface Scan {
  cover: Plane;
  level: Plane;
  depth: Plane;
  /** Number of the surface. */
  id: Uint8Array;
}

/** Reads coverage, surfaces and seams off the two drawings. */
function scan(colours: Raster, map: Raster, surfaces: readonly Surface[]): Scan {
  const found: Scan = {
    cover: newPlane(),
    level: newPlane(),
    depth: newPlane(),
    id: new Uint8Array(HALF_WIDTH * HALF_HEIGHT),
  };
  const levels = Float32Array.from(surfaces, ({ level }) => level);
  for (let y = 0; y < HALF_HEIGHT; y += 1) {
    for (let x = 0; x < HALF_WIDTH; x += 1) {
      const i = y * HALF_WIDTH + x;
      const at = y * 2 * WIDTH + x * 2;
      const alpha = (colours.data[at * 4 + 3] ?? 0) + (colours.data[(at + WIDTH + 1) * 4 + 3] ?? 0);
      found.cover[i] = alpha / 510;
      const id = map.data[at * 3] ?? 0;
      found.id[i] = id;
      found.level[i] = levels[id] ?? 0;
      const right = (at + 1) * 3 + 1;
      const below = (at + WIDTH) * 3 + 1;
      found.depth[i] =
        ((map.data[at * 3 + 1] ?? 0) +
          (map.data[right] ?? 0) +
          (map.data[below] ?? 0) +
          (map.data[below + 3] ?? 0)) /
        1020;
    }
  }
  return found;
}

/** Rounding towards the edges: a quarter circle over the outermost `reach` samples. */
function rounding(cover: Plane, reach: number): Plane {
  const soft = blurred(cover, reach);
  return soft.map((v) => {
    const inside = Math.max(0, Math.min(1, (v - 0.5) * 2));
    return inside * (2 - inside);
  });
}

function heights(article: Article, found: Scan, surfaces: readonly Surface[], view: View): Plane {
  const main = HANDS[article.cloths.main.hand];
  const random = seededRandom(`${article.seed} folds`);
  const folds = blurred(foldHeights(DRAPES[article.cut.hang](random), toPixels(view), view.zoom), 3 * view.zoom);
  const edge = rounding(found.cover, main.thickness * view.zoom * 0.6);
  const puff = article.cut.puff ?? 0;
  const body = puff > 0 ? rounding(found.cover, puff * view.zoom * 0.7) : edge;
  const steps = blurred(found.level, view.zoom);
  const seams = blurred(found.depth, view.zoom * 0.6);
  const nearSeams = blurred(found.depth, 6 * view.zoom);
  const [ox, oy] = [random() * 256, random() * 256];
  const hands = surfaces.map(handOf);
  const u = toUnits(view);
  const height = newPlane();
  for (let y = 0; y < HALF_HEIGHT; y += 1) {
    for (let x = 0; x < HALF_WIDTH; x += 1) {
      const i = y * HALF_WIDTH + x;
      const id = found.id[i] ?? 0;
      if ((found.cover[i] ?? 0) === 0) continue;
      const hand = hands[id] ?? STILL;
      const gx = u.a * x * 2 + u.c * y * 2 + u.e;
      const gy = u.b * x * 2 + u.d * y * 2 + u.f;
      const scale = 64 / hand.wrinkleSize;
      // Turned, since the noise shows its lattice where it runs along the picture's edges.
      const tx = (gx * 0.82 + gy * 0.57) * scale;
      const ty = (gy * 0.82 - gx * 0.57) * scale;
      const bent = 26 * noiseAt(noises.hills, gx * 0.13 + oy, gy * 0.13 + ox);
      const hills = noiseAt(noises.hills, tx + ox + bent, ty * 0.8 + oy);
      const creases = noiseAt(noises.creases, tx * 0.7 + oy + bent, ty * 0.6 + ox - bent);
      const wrinkles = hand.wrinkle * (hills * (1 - hand.crease) + creases * 0.6 * hand.crease);
      const pucker =
        (nearSeams[i] ?? 0) * 9 * noiseAt(noises.fibres, gx * 0.5, gy * 0.5) * Math.min(1, hand.wrinkle / 4);
      height[i] =
        (edge[i] ?? 0) * main.thickness +
        (body[i] ?? 0) * puff +
        (steps[i] ?? 0) * 1.5 -
        (seams[i] ?? 0) * 2.6 +
        pucker +
        wrinkles +
        (folds[i] ?? 0) * hand.fold * (hand.wrinkle > 0 ? 1 : 0);
    }
  }
  return height;
}

/** Light on the heights: slopes, hollows, the shadows that upper layers throw on lower ones, gloss, wear. */
export async function lightUp(
  article: Article,
  { colours, map, surfaces }: { colours: Raster; map: Raster; surfaces: readonly Surface[] },
  view: View,
  light: Direction,
): Promise<Lighting> {
  const found = scan(colours, map, surfaces);
  await breathe();
  const height = heights(article, found, surfaces, view);
  await breathe();
  const around = blurred(height, 9 * view.zoom);
  const over = blurred(found.level, 5 * view.zoom);
  const lit: Lighting = {
    cover: found.cover,
    shade: newPlane().fill(1),
    gloss: newPlane(),
    worn: newPlane(),
    height,
  };
  const slope = view.zoom / 4;
  const shift = Math.round(-light.y * 5 * view.zoom) * HALF_WIDTH + Math.round(-light.x * 5 * view.zoom);
  // Halfway between the light and the eye, which looks straight down.
  const norm = Math.hypot(light.x, light.y, light.z + 1);
  const [hx, hy, hz] = [light.x / norm, light.y / norm, (light.z + 1) / norm];
  for (let y = 1; y < HALF_HEIGHT - 1; y += 1) {
    for (let x = 1; x < HALF_WIDTH - 1; x += 1) {
      const i = y * HALF_WIDTH + x;
      if ((found.cover[i] ?? 0) === 0) continue;
      const surface = surfaces[found.id[i] ?? 0];
      const dx = ((height[i + 1] ?? 0) - (height[i - 1] ?? 0)) * slope;
      const dy = ((height[i + HALF_WIDTH] ?? 0) - (height[i - HALF_WIDTH] ?? 0)) * slope;
      const length = Math.sqrt(dx * dx + dy * dy + 1);
      const facing = (-dx * light.x - dy * light.y + light.z) / length;
      const bump = (height[i] ?? 0) - (around[i] ?? 0);
      const hollow = bump < 0 ? bump * 0.035 : bump * 0.012;
      const shadow = Math.max(0, (over[i - shift] ?? 0) - (found.level[i] ?? 0)) * 0.1;
      const shade = 1 + 0.95 * (facing / light.z - 1) + hollow;
      lit.shade[i] = Math.max(0.42, Math.min(1.45, shade)) * (1 - Math.min(0.5, shadow));
      if (surface && surface.sheen > 0) {
        const spec = Math.max(0, (-dx * hx - dy * hy + hz) / length);
        lit.gloss[i] = surface.sheen * spec ** (surface.shine * 4);
      }
      if (surface?.cloth?.worn) lit.worn[i] = Math.max(-0.4, Math.min(1, bump * 0.07));
    }
  }
  return lit;
}
