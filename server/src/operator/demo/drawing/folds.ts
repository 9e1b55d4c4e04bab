import type { Fold } from './cut.ts';
import { pointsAlong, readPath } from './path.ts';
import { enlarge, HALF_HEIGHT, HALF_WIDTH, type Plane } from './plane.ts';
import { type Affine, apply } from './view.ts';

/** Folds are soft: a quarter of the picture's size is fine enough for them. */
const WIDTH = HALF_WIDTH / 2;
const HEIGHT = HALF_HEIGHT / 2;
const PER_CURVE = 8;

const smooth = (t: number) => t * t * (3 - 2 * t);

/** Raises the plane by a fold: it opens from a point, as cloth does that is held there, and runs out at its end. */
function raise(plane: Float32Array, fold: Fold, toSamples: Affine, reach: number): void {
  const points = pointsAlong(readPath(fold.d), PER_CURVE).map((p) => apply(toSamples, p));
  const xs = Float32Array.from(points, ([x]) => x);
  const ys = Float32Array.from(points, ([, y]) => y);
  const last = xs.length - 1;
  const left = Math.max(0, Math.floor(Math.min(...xs) - reach));
  const right = Math.min(WIDTH - 1, Math.ceil(Math.max(...xs) + reach));
  const top = Math.max(0, Math.floor(Math.min(...ys) - reach));
  const bottom = Math.min(HEIGHT - 1, Math.ceil(Math.max(...ys) + reach));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      let nearest = reach * reach;
      let along = -1;
      for (let k = 0; k < last; k += 1) {
        const ax = xs[k] ?? 0;
        const ay = ys[k] ?? 0;
        const dx = (xs[k + 1] ?? 0) - ax;
        const dy = (ys[k + 1] ?? 0) - ay;
        const raw = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
        const t = raw < 0 ? 0 : raw > 1 ? 1 : raw;
        const ex = x - ax - dx * t;
        const ey = y - ay - dy * t;
        const squared = ex * ex + ey * ey;
        if (squared < nearest) {
          nearest = squared;
          along = (k + t) / last;
        }
      }
      if (along < 0) continue;
      const width = reach * (0.45 + 0.55 * Math.min(1, along * 1.6));
      const across = 1 - nearest / (width * width);
      if (across <= 0) continue;
      const taper = smooth(Math.min(1, along * 3.5)) * smooth(1 - along);
      const i = y * WIDTH + x;
      plane[i] = (plane[i] ?? 0) + fold.height * across * across * taper;
    }
  }
}

/** The heights of folds in units, on a plane; `toPixels` leads from units to pixels of the picture. */
export function foldHeights(folds: readonly Fold[], toPixels: Affine, zoom: number): Plane {
  const small = new Float32Array(WIDTH * HEIGHT);
  const { a, b, c, d, e, f } = toPixels;
  const toSamples = { a: a / 4, b: b / 4, c: c / 4, d: d / 4, e: e / 4, f: f / 4 };
  for (const fold of folds) raise(small, fold, toSamples, (fold.width * zoom) / 4);
  return enlarge(small);
}
