import { blurred, HALF_HEIGHT, HALF_WIDTH, newPlane, type Plane } from './plane.ts';
import type { Setting } from './setting.ts';

/** The plane moved away from the light by `by` samples. */
function moved(plane: Plane, { light }: Setting, by: number): Plane {
  const shiftX = Math.round(-light.x * by);
  const shiftY = Math.round(-light.y * by);
  const to = newPlane();
  for (let y = Math.max(0, shiftY); y < Math.min(HALF_HEIGHT, HALF_HEIGHT + shiftY); y += 1) {
    const from = (y - shiftY) * HALF_WIDTH;
    for (let x = Math.max(0, shiftX); x < Math.min(HALF_WIDTH, HALF_WIDTH + shiftX); x += 1) {
      to[y * HALF_WIDTH + x] = plane[from + x - shiftX] ?? 0;
    }
  }
  return to;
}

/** How dark the ground is below and beside the garment, 0 to 1: a narrow shadow where it touches and a wide soft one. */
export function shadowOf(cover: Plane, setting: Setting, zoom: number): Plane {
  const { distance } = setting;
  const near = blurred(moved(cover, setting, distance * 0.25 * zoom), 2.2 * zoom);
  const far = blurred(moved(cover, setting, distance * 0.9 * zoom), (6 + distance * 0.6) * zoom);
  for (let i = 0; i < near.length; i += 1) near[i] = 0.34 * (near[i] ?? 0) + 0.36 * (far[i] ?? 0);
  return near;
}
