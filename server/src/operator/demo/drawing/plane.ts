import { HEIGHT, WIDTH } from './view.ts';

/** Light changes slowly: it is worked out at half the size of the picture. */
export const HALF_WIDTH = WIDTH / 2;
export const HALF_HEIGHT = HEIGHT / 2;

/** One value for every second pixel each way. */
export type Plane = Float32Array;
export const newPlane = (): Plane => new Float32Array(HALF_WIDTH * HALF_HEIGHT);

function blurRows(from: Plane, to: Plane, width: number, height: number, radius: number): void {
  const share = 1 / (radius * 2 + 1);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const end = row + width - 1;
    const first = from[row] ?? 0;
    let sum = first * radius;
    for (let x = row; x < row + radius; x += 1) sum += from[x > end ? end : x] ?? 0;
    for (let x = row; x <= end; x += 1) {
      const ahead = x + radius;
      const behind = x - radius;
      sum += from[ahead > end ? end : ahead] ?? 0;
      to[x] = sum * share;
      sum -= from[behind < row ? row : behind] ?? 0;
    }
  }
}

/** Sums run along whole rows, since stepping down columns would miss the cache at every step. */
function blurColumns(from: Plane, to: Plane, width: number, height: number, radius: number): void {
  const share = 1 / (radius * 2 + 1);
  const sums = new Float32Array(width);
  const rowAt = (y: number) => (y < 0 ? 0 : y >= height ? height - 1 : y) * width;
  for (let y = -radius; y < radius; y += 1) {
    const row = rowAt(y);
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (from[row + x] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const ahead = rowAt(y + radius);
    const behind = rowAt(y - radius);
    const row = y * width;
    for (let x = 0; x < width; x += 1) {
      const sum = (sums[x] ?? 0) + (from[ahead + x] ?? 0);
      to[row + x] = sum * share;
      sums[x] = sum - (from[behind + x] ?? 0);
    }
  }
}

const spare = newPlane();

/** A soft copy; `radius` in samples. Two box blurs are near enough to a bell. */
export function blurred(plane: Plane, radius: number): Plane {
  const r = Math.max(1, Math.round(radius));
  const to = newPlane();
  blurRows(plane, to, HALF_WIDTH, HALF_HEIGHT, r);
  blurRows(to, spare, HALF_WIDTH, HALF_HEIGHT, r);
  blurColumns(spare, to, HALF_WIDTH, HALF_HEIGHT, r);
  blurColumns(to, spare, HALF_WIDTH, HALF_HEIGHT, r);
  to.set(spare);
  return to;
}
