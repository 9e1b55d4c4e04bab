import { HEIGHT, WIDTH } from './view.ts';

/** Light changes slowly: it is worked out at half the size of the picture. */
export const HALF_WIDTH = WIDTH / 2;
export const HALF_HEIGHT = HEIGHT / 2;

/** One value for every second pixel each way. */
export type Plane = Float32Array;

const free: Plane[] = [];
const lent: Plane[] = [];

/** A plane of zeros, on loan until the picture is done. */
export function newPlane(): Plane {
  const plane = free.pop()?.fill(0) ?? new Float32Array(HALF_WIDTH * HALF_HEIGHT);
  lent.push(plane);
  return plane;
}

/** Takes all planes back. A picture needs some twenty of a megabyte each, and giving them to the collector is slow. */
export function returnPlanes(): void {
  free.push(...lent.splice(0));
}

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

/** From this radius on, in samples, a blur at half the size looks the same. */
const WIDE = 6;
const SMALL_WIDTH = HALF_WIDTH / 2;
const SMALL_HEIGHT = HALF_HEIGHT / 2;
const spare = new Float32Array(HALF_WIDTH * HALF_HEIGHT);

/** Two box blurs each way, near enough to a bell. */
function blurInto(to: Plane, plane: Plane, radius: number, width: number, height: number): void {
  blurRows(plane, to, width, height, radius);
  blurRows(to, spare, width, height, radius);
  blurColumns(spare, to, width, height, radius);
  blurColumns(to, spare, width, height, radius);
  to.set(spare.subarray(0, to.length));
}

function shrink(plane: Plane): Plane {
  const small = new Float32Array(SMALL_WIDTH * SMALL_HEIGHT);
  for (let y = 0; y < SMALL_HEIGHT; y += 1) {
    for (let x = 0; x < SMALL_WIDTH; x += 1) {
      const i = y * 2 * HALF_WIDTH + x * 2;
      small[y * SMALL_WIDTH + x] =
        ((plane[i] ?? 0) +
          (plane[i + 1] ?? 0) +
          (plane[i + HALF_WIDTH] ?? 0) +
          (plane[i + HALF_WIDTH + 1] ?? 0)) /
        4;
    }
  }
  return small;
}

/** Back to full size, each sample blended with its neighbours. */
export function enlarge(small: Plane): Plane {
  const plane = newPlane();
  for (let y = 0; y < HALF_HEIGHT; y += 1) {
    const row = (y >> 1) * SMALL_WIDTH;
    const towards = y & 1 ? Math.min(SMALL_HEIGHT - 1, (y >> 1) + 1) : Math.max(0, (y >> 1) - 1);
    const other = towards * SMALL_WIDTH;
    for (let x = 0; x < HALF_WIDTH; x += 1) {
      const sx = x >> 1;
      const nx = x & 1 ? Math.min(SMALL_WIDTH - 1, sx + 1) : Math.max(0, sx - 1);
      plane[y * HALF_WIDTH + x] =
        0.5625 * (small[row + sx] ?? 0) +
        0.1875 * ((small[row + nx] ?? 0) + (small[other + sx] ?? 0)) +
        0.0625 * (small[other + nx] ?? 0);
    }
  }
  return plane;
}

/** A soft copy; `radius` in samples. */
export function blurred(plane: Plane, radius: number): Plane {
  if (radius >= WIDE) {
    const small = shrink(plane);
    blurInto(small, small.slice(), Math.round(radius / 2), SMALL_WIDTH, SMALL_HEIGHT);
    return enlarge(small);
  }
  const to = newPlane();
  blurInto(to, plane, Math.max(1, Math.round(radius)), HALF_WIDTH, HALF_HEIGHT);
  return to;
}
