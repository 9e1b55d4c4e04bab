import type { Article } from './article.ts';
import { HANDS, type Hand } from './cloth.ts';
import { DRAPES } from './drape.ts';
import { foldHeights } from './folds.ts';
import { noiseAt, noises } from './noise.ts';
import type { Surface } from './pen.ts';
import { blurred, HALF_HEIGHT, HALF_WIDTH, newPlane, type Plane } from './plane.ts';
import { seededRandom } from './random.ts';
import type { Scan } from './scan.ts';
import { toPixels, toUnits, type View } from './view.ts';

/** Units by which one level lies above the next, a seam lies below its cloth, and cloth puckers beside it. */
const STEP = 1.5;
const SEAM = 2.6;
const PUCKER = 9;

/** What is not cloth has no wrinkles. */
const STILL: Hand = { ...HANDS.firm, wrinkle: 0 };
const handOf = ({ cloth }: Surface): Hand => (cloth ? HANDS[cloth.hand] : STILL);

/** Full within, falling off softly over the outermost `reach` samples. */
function rounding(cover: Plane, reach: number): Plane {
  const soft = blurred(cover, reach);
  for (let i = 0; i < soft.length; i += 1) {
    const inside = Math.max(0, (soft[i] ?? 0) * 2 - 1);
    soft[i] = inside * (2 - inside);
  }
  return soft;
}

/** The wrinkles of a cloth at a place in units. */
function wrinklesAt(hand: Hand, x: number, y: number, shiftX: number, shiftY: number): number {
  const scale = 64 / hand.wrinkleSize;
  // Turned, since the noise shows its lattice where it runs along the picture's edges.
  const tx = (x * 0.82 + y * 0.57) * scale;
  const ty = (y * 0.82 - x * 0.57) * scale;
  const bent = 26 * noiseAt(noises.hills, x * 0.13 + shiftY, y * 0.13 + shiftX);
  const hills = noiseAt(noises.hills, tx + shiftX + bent, ty * 0.8 + shiftY);
  const creases = noiseAt(noises.creases, tx * 0.7 + shiftY + bent, ty * 0.6 + shiftX - bent);
  return hand.wrinkle * (hills * (1 - hand.crease) + creases * 0.6 * hand.crease);
}

/** How high each place of the garment lies, in units. */
export function heightsOf(article: Article, found: Scan, surfaces: readonly Surface[], view: View): Plane {
  const { cut, cloths, seed } = article;
  const { zoom } = view;
  const random = seededRandom(`${seed} folds`);
  const folds = blurred(foldHeights(DRAPES[cut.hang](random), toPixels(view), zoom), 3 * zoom);
  const { thickness } = HANDS[cloths.main.hand];
  const edge = rounding(found.cover, thickness * zoom * 0.6);
  const puff = cut.puff ?? 0;
  const body = puff > 0 ? rounding(found.cover, puff * zoom * 0.7) : edge;
  const steps = blurred(found.level, zoom);
  const seams = blurred(found.depth, zoom * 0.6);
  const nearSeams = blurred(found.depth, 6 * zoom);
  const [shiftX, shiftY] = [random() * 256, random() * 256];
  const hands = surfaces.map(handOf);
  const u = toUnits(view);
  const height = newPlane();
  for (let y = 0; y < HALF_HEIGHT; y += 1) {
    for (let x = 0; x < HALF_WIDTH; x += 1) {
      const i = y * HALF_WIDTH + x;
      if ((found.cover[i] ?? 0) === 0) continue;
      const hand = hands[found.id[i] ?? 0] ?? STILL;
      let own =
        (edge[i] ?? 0) * thickness + (body[i] ?? 0) * puff + (steps[i] ?? 0) * STEP - (seams[i] ?? 0) * SEAM;
      if (hand.wrinkle > 0) {
        const gx = u.a * x * 2 + u.c * y * 2 + u.e;
        const gy = u.b * x * 2 + u.d * y * 2 + u.f;
        const pull = (nearSeams[i] ?? 0) * Math.min(1, hand.wrinkle / 4);
        own += pull * PUCKER * noiseAt(noises.fibres, gx * 0.5, gy * 0.5);
        own += wrinklesAt(hand, gx, gy, shiftX, shiftY) + (folds[i] ?? 0) * hand.fold;
      }
      height[i] = own;
    }
  }
  return height;
}
