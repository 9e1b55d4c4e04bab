import { developLine, type Line, type Thread } from './develop-line.ts';
import { groundOf } from './ground.ts';
import type { Lighting } from './light.ts';
import { HALF_HEIGHT, HALF_WIDTH, type Plane } from './plane.ts';
import type { Raster } from './raster.ts';
import type { Setting } from './setting.ts';
import { shadowOf } from './shadow.ts';
import { HEIGHT, toUnits, type View, WIDTH } from './view.ts';

export interface Exposed {
  colours: Raster;
  map: Raster;
  lighting: Lighting;
  threads: (Thread | null)[];
  view: View;
  setting: Setting;
}

/** One row of a half-size plane, blended between the two rows that a row of pixels lies between. */
function blendRows(plane: Plane, y: number, into: Float32Array): void {
  const upper = Math.max(0, (y - 1) >> 1);
  const lower = Math.min(HALF_HEIGHT - 1, upper + (y > 0 ? 1 : 0));
  const weight = y & 1 ? 0.25 : 0.75;
  const [a, b] = [upper * HALF_WIDTH, lower * HALF_WIDTH];
  for (let x = 0; x < HALF_WIDTH; x += 1) {
    into[x] = (plane[a + x] ?? 0) * (1 - weight) + (plane[b + x] ?? 0) * weight;
  }
}

/** Blends a row of half-size values to full size. */
function widen(row: Float32Array, into: Float32Array): void {
  for (let x = 0; x < HALF_WIDTH; x += 1) {
    const here = row[x] ?? 0;
    const before = x > 0 ? (row[x - 1] ?? 0) : here;
    const after = x + 1 < HALF_WIDTH ? (row[x + 1] ?? 0) : here;
    into[x * 2] = here * 0.75 + before * 0.25;
    into[x * 2 + 1] = here * 0.75 + after * 0.25;
  }
}

/** How bright each column and each row of the picture is exposed; the two are added. */
function exposures({ light, exposure, falloff }: Setting) {
  const lean = falloff / Math.hypot(light.x, light.y);
  const along = (length: number, towards: number, vignette: number) =>
    Float32Array.from({ length }, (_, i) => {
      const f = i / length - 0.5;
      return exposure * (0.5 - vignette * f * f + lean * towards * f);
    });
  return { columns: along(WIDTH, light.x, 0.32), rows: along(HEIGHT, light.y, 0.38) };
}

const newRow = () => new Float32Array(WIDTH);

/** Brings all of it together: ground and its shadow, colour, thread, wear, light, gloss, exposure, grain. */
export function develop(exposed: Exposed): Buffer {
  const { colours, map, lighting, threads, view, setting } = exposed;
  const shadow = shadowOf(lighting.cover, setting, view.zoom);
  const { columns, rows } = exposures(setting);
  const out = Buffer.allocUnsafe(WIDTH * HEIGHT * 3);
  const line: Line = {
    y: 0,
    paint: colours.data,
    map: map.data,
    threads,
    shade: newRow(),
    gloss: newRow(),
    worn: newRow(),
    height: newRow(),
    shadow: newRow(),
    ground: groundOf(setting.ground),
    units: toUnits(view),
    columns,
    bright: 0,
    red: 1 + setting.warmth,
    blue: 1 - setting.warmth * 1.2,
    out,
  };
  const half = new Float32Array(HALF_WIDTH);
  const read = (plane: Plane, y: number, into: Float32Array) => {
    blendRows(plane, y, half);
    widen(half, into);
  };
  for (let y = 0; y < HEIGHT; y += 1) {
    read(lighting.shade, y, line.shade);
    if (lighting.gloss) read(lighting.gloss, y, line.gloss);
    if (lighting.worn) read(lighting.worn, y, line.worn);
    read(lighting.height, y, line.height);
    read(shadow, y, line.shadow);
    line.y = y;
    line.bright = rows[y] ?? 0;
    developLine(line);
  }
  return out;
}
