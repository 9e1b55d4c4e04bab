import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const DEMO = new URL('../../../server/demo/pictures/', import.meta.url);

/** The demo's pictures: files of 840 × 1120 pixels. */
export const demoPhotos = (): string[] =>
  readdirSync(DEMO)
    .filter((name) => name.endsWith('.webp'))
    .sort()
    .map((name) => fileURLToPath(new URL(name, DEMO)));

const asFile = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

/** Small versions of some of the demo's pictures, which are quick to upload, each with a copy that another member made. */
export async function smallPhotos(): Promise<{ original: Blob; copy: Blob }[]> {
  const fronts = demoPhotos().filter((file) => file.endsWith('-front.webp'));
  return Promise.all(
    fronts.slice(0, 3).map(async (file) => ({
      original: asFile(await sharp(file).resize({ width: 240 }).webp().toBuffer()),
      copy: asFile(await sharp(file).resize({ width: 180 }).jpeg({ quality: 60 }).toBuffer()),
    })),
  );
}

/** A photo's perceptual hash may differ in this many of its 256 bits after it is compressed once more. */
const DISTANCE_MAX = 12;

/** Whether two perceptual hashes, in base64, are of one photo. */
export function areSamePhoto(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  const bitsApart = a.reduce(
    (sum, byte, at) => sum + (byte ^ (b[at] ?? 0)).toString(2).replaceAll('0', '').length,
    0,
  );
  return a.length === b.length && bitsApart < DISTANCE_MAX;
}

/** A mark over the middle of a photo, half transparent: a white ring and a bar. */
function watermark(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  const radius = width * 0.2;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const isRing = Math.abs(Math.hypot(dx, dy) - radius) < width * 0.015;
      const isBar = Math.abs(dy - dx / 3) < width * 0.02 && Math.abs(dx) < width * 0.35;
      if (isRing || isBar) pixels.fill(255, (y * width + x) * 4, (y * width + x) * 4 + 3);
      if (isRing || isBar) pixels[(y * width + x) * 4 + 3] = 128;
    }
  }
  return pixels;
}

/** How copies are made of a photo; `random` is between 0 and 1. */
export const COPIES: Record<string, (file: string, random: () => number) => Promise<Buffer>> = {
  resized: (file) => sharp(file).resize({ width: 320 }).webp({ quality: 80 }).toBuffer(),
  recompressed: (file) => sharp(file).jpeg({ quality: 30 }).toBuffer(),
  async watermarked(file) {
    const { width, height } = await sharp(file).metadata();
    const raw = { width, height, channels: 4 } as const;
    return sharp(file)
      .composite([{ input: watermark(width, height), raw }])
      .jpeg({ quality: 80 })
      .toBuffer();
  },
  /** A tenth of the width and of the height is missing, wherever it was cut off. */
  async cropped(file, random) {
    const { width, height } = await sharp(file).metadata();
    const size = { width: Math.round(width * 0.9), height: Math.round(height * 0.9) };
    const left = Math.floor(random() * (width - size.width + 1));
    const top = Math.floor(random() * (height - size.height + 1));
    return sharp(file)
      .extract({ ...size, left, top })
      .jpeg({ quality: 80 })
      .toBuffer();
  },
  mirrored: (file) => sharp(file).flop().jpeg({ quality: 80 }).toBuffer(),
  'turned upside down': (file) => sharp(file).rotate(180).jpeg({ quality: 80 }).toBuffer(),
  'turned to the right': (file) => sharp(file).rotate(90).jpeg({ quality: 80 }).toBuffer(),
  'turned to the left': (file) => sharp(file).rotate(270).jpeg({ quality: 80 }).toBuffer(),
};

const SIDE = 96;

/**
 * A made-up photo of an item: a body with one or two limbs on a background with a gradient, folds, stripes or checks, and
 * noise. Different in every call.
 * @returns grey pixels, `SIDE` squared
 */
export function madeUpPhoto(random: () => number): Buffer {
  const between = (low: number, high: number) => low + random() * (high - low);
  const pixels = Buffer.alloc(SIDE * SIDE);
  const [ground, slopeX, slopeY] = [between(40, 230), between(-40, 40), between(-40, 40)];
  const shapes = Array.from({ length: 2 + Math.floor(random() * 4) }, (_, i) => ({
    x: between(0.25, 0.75),
    y: between(0.2, 0.8),
    width: i === 0 ? between(0.15, 0.4) : between(0.04, 0.2),
    height: i === 0 ? between(0.2, 0.45) : between(0.05, 0.35),
    turn: between(-0.8, 0.8),
    light: between(20, 235),
    power: between(1.5, 6),
  }));
  const [fold, foldAt, foldTurn] = [between(0, 25), between(4, 20), between(0, Math.PI)];
  const [weave, weaveAt] = [random() < 0.4 ? between(10, 40) : 0, between(10, 50)];
  for (let py = 0; py < SIDE; py += 1) {
    for (let px = 0; px < SIDE; px += 1) {
      const [x, y] = [px / SIDE, py / SIDE];
      let light = ground + slopeX * (x - 0.5) + slopeY * (y - 0.5);
      for (const shape of shapes) {
        const [dx, dy] = [x - shape.x, y - shape.y];
        const across = (dx * Math.cos(shape.turn) + dy * Math.sin(shape.turn)) / shape.width;
        const along = (dy * Math.cos(shape.turn) - dx * Math.sin(shape.turn)) / shape.height;
        if (Math.abs(across) ** shape.power + Math.abs(along) ** shape.power > 1) continue;
        light =
          shape.light +
          fold * Math.sin(foldAt * (x * Math.cos(foldTurn) + y * Math.sin(foldTurn))) +
          weave * Math.sin(weaveAt * x * 2) * Math.sin(weaveAt * y * 2);
      }
      pixels[py * SIDE + px] = Math.max(0, Math.min(255, light + between(-6, 6)));
    }
  }
  return pixels;
}

/** A decoder's view of such pixels. */
export const asPicture = (pixels: Buffer) =>
  sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } });
