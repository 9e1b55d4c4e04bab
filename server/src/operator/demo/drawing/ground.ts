import { mix, type Rgb, rgb } from './colour.ts';
import { noiseAt, noises } from './noise.ts';
import { seededRandom } from './random.ts';

/** What garments are photographed on. */
export const GROUNDS = {
  oak: { kind: 'boards', colours: ['#cdb797', '#b39a78'], width: 118 },
  ash: { kind: 'boards', colours: ['#e2dacd', '#d3c8b8'], width: 104 },
  walnut: { kind: 'boards', colours: ['#86705f', '#6a5546'], width: 110 },
  concrete: { kind: 'mineral', colours: ['#b9b8b4', '#9c9b97'], width: 0 },
  plaster: { kind: 'mineral', colours: ['#ebe8e2', '#ded9d0'], width: 0 },
  greyWall: { kind: 'mineral', colours: ['#cfd1d1', '#c0c3c4'], width: 0 },
  paper: { kind: 'plain', colours: ['#efeeeb', '#e6e4e0'], width: 0 },
  sand: { kind: 'plain', colours: ['#ddd3c2', '#d0c5b2'], width: 0 },
  linen: { kind: 'bedsheet', colours: ['#e9e5dc', '#d4cec2'], width: 0 },
  wool: { kind: 'rug', colours: ['#c9c2b4', '#aea696'], width: 0 },
} as const satisfies Record<string, { kind: string; colours: readonly [string, string]; width: number }>;
export type GroundName = keyof typeof GROUNDS;

/** A ground as pixels, larger than a picture, so that it may be turned and shifted. */
export interface Ground {
  width: number;
  height: number;
  data: Uint8Array;
}

const GROUND_WIDTH = 1100;
const GROUND_HEIGHT = 1440;
const { hills, creases, fibres, clouds, grain } = noises;

type ColourAt = (x: number, y: number) => Rgb;

function boards([light, dark]: readonly [Rgb, Rgb], width: number): ColourAt {
  const random = seededRandom('boards');
  const tones = Array.from({ length: 400 }, random);
  return (x, y) => {
    const board = Math.floor(x / width);
    const inBoard = x - board * width;
    const offset = (tones[board + 7] ?? 0) * 900;
    const joint = Math.floor((y + offset) / 820);
    const inJoint = y + offset - joint * 820;
    const own = tones[(board * 13 + joint * 29 + 40) % 400] ?? 0;
    const figure = noiseAt(clouds, x * 0.22 + own * 200, y * 0.03 + own * 90);
    const rings = Math.sin(x * 0.32 + figure * 16 + noiseAt(hills, x * 0.2, y * 0.012) * 5);
    const pores = Math.max(0, noiseAt(grain, x * 0.9, y * 0.045) - 0.2);
    const colour = mix(light, dark, 0.3 + own * 0.45 + rings * 0.07 + figure * 0.35 + pores * 0.45);
    const gap = Math.min(inBoard, width - inBoard, inJoint * 1.2);
    const groove = gap < 0.9 ? 0.66 : gap < 2.2 ? 0.88 : 1;
    return [colour[0] * groove, colour[1] * groove, colour[2] * groove];
  };
}

const mineral =
  ([light, dark]: readonly [Rgb, Rgb]): ColourAt =>
  (x, y) => {
    const cloud = noiseAt(clouds, x * 0.14, y * 0.14) + 0.5 * noiseAt(clouds, x * 0.6 + 90, y * 0.6);
    const pit = noiseAt(grain, x * 0.7, y * 0.7) > 0.93 ? 0.35 : 0;
    return mix(light, dark, 0.45 + cloud * 0.55 + noiseAt(fibres, x, y) * 0.1 + pit);
  };

const plain =
  ([light, dark]: readonly [Rgb, Rgb]): ColourAt =>
  (x, y) =>
    mix(light, dark, 0.4 + noiseAt(clouds, x * 0.08, y * 0.08) * 0.35 + noiseAt(fibres, x, y) * 0.05);

const bedsheet =
  ([light, dark]: readonly [Rgb, Rgb]): ColourAt =>
  (x, y) => {
    const [wx, wy] = [
      x + 60 * noiseAt(hills, x * 0.05, y * 0.05),
      y + 60 * noiseAt(hills, x * 0.05 + 99, y * 0.05),
    ];
    const ridge = noiseAt(creases, wx * 0.14, wy * 0.1) - noiseAt(creases, wx * 0.14 + 1, wy * 0.1 + 1);
    const soft = noiseAt(hills, wx * 0.1, wy * 0.12) - noiseAt(hills, wx * 0.1 + 1.6, wy * 0.12 + 1.6);
    const thread = noiseAt(grain, x, y / 5) * 0.07 + noiseAt(grain, x / 5, y) * 0.07;
    return mix(light, dark, 0.4 + ridge * 1.4 + soft * 1.5 + thread);
  };

const rug =
  ([light, dark]: readonly [Rgb, Rgb]): ColourAt =>
  (x, y) => {
    const rib = Math.sin(y * 0.55 + noiseAt(fibres, x * 0.2, y * 0.2) * 1.2);
    return mix(
      light,
      dark,
      0.45 + rib * 0.22 + noiseAt(fibres, x, y) * 0.28 + noiseAt(clouds, x * 0.1, y * 0.1) * 0.3,
    );
  };

function colourOf(name: GroundName): ColourAt {
  const { kind, colours, width } = GROUNDS[name];
  const [light, dark] = [rgb(colours[0]), rgb(colours[1])];
  switch (kind) {
    case 'boards':
      return boards([light, dark], width);
    case 'mineral':
      return mineral([light, dark]);
    case 'plain':
      return plain([light, dark]);
    case 'bedsheet':
      return bedsheet([light, dark]);
    case 'rug':
      return rug([light, dark]);
  }
}

const made = new Map<GroundName, Ground>();

/** Made on first use and kept: one is drawn on for many pictures. */
export function groundOf(name: GroundName): Ground {
  const known = made.get(name);
  if (known) return known;
  const colourAt = colourOf(name);
  const data = new Uint8Array(GROUND_WIDTH * GROUND_HEIGHT * 3);
  let i = 0;
  for (let y = 0; y < GROUND_HEIGHT; y += 1) {
    for (let x = 0; x < GROUND_WIDTH; x += 1) {
      const colour = colourAt(x, y);
      data[i] = Math.max(0, Math.min(255, colour[0]));
      data[i + 1] = Math.max(0, Math.min(255, colour[1]));
      data[i + 2] = Math.max(0, Math.min(255, colour[2]));
      i += 3;
    }
  }
  const ground = { width: GROUND_WIDTH, height: GROUND_HEIGHT, data };
  made.set(name, ground);
  return ground;
}
