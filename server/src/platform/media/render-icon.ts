import { ICON_MAX_ASPECT, ICON_MIN_SIDE, type IconSize } from '@selvedge/shared/instance/instance-pictures';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../core/errors.ts';
import { groundColor, groundOf, isOpaque } from './ground.ts';
import {
  type InstanceFile,
  isVisible,
  openInstancePicture,
  type Pixels,
  pictureOf,
  pixelsOf,
} from './open-instance-picture.ts';

/** An icon as it is stored, in every size, without anything of the uploaded file but its pixels. */
export interface RenderedIcon {
  width: number;
  height: number;
  main: IconSize;
  /** PNG bytes by the end of the file's name. */
  files: Map<string, Buffer>;
}

const SIDE = 512;
/** Launchers crop a maskable icon, but show a circle of this share of its side (W3C, Web App Manifest, "safe zone"). */
const SAFE = 0.8;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

function requireShape({ width, height, isVector }: InstanceFile): void {
  const give = `Please choose a square one with at least ${ICON_MIN_SIDE} pixels per side, or an SVG.`;
  if (!isVector && Math.min(width, height) < ICON_MIN_SIDE)
    throw new AppError('invalid_input', `This icon has only ${width} × ${height} pixels. ${give}`);
  if (Math.max(width, height) > ICON_MAX_ASPECT * Math.min(width, height))
    throw new AppError('invalid_input', `This icon is far from square. ${give}`);
}

function edgeColor({ data, width, height }: Pixels) {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    const step = y === 0 || y === height - 1 ? 1 : width - 1;
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4;
      sum.forEach((_, channel) => {
        sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0);
      });
      count += 1;
    }
  }
  const [r = 0, g = 0, b = 0] = sum.map((value) => Math.round(value / count));
  return { r, g, b };
}

/** The distance of the outermost visible pixel from the middle, in sides. */
function reachOf({ data, width, height }: Pixels): number {
  let most = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isVisible(data[(y * width + x) * 4 + 3] ?? 0)) continue;
      most = Math.max(
        most,
        Math.hypot(Math.abs(x + 0.5 - width / 2) + 0.5, Math.abs(y + 0.5 - height / 2) + 0.5),
      );
    }
  }
  return most / width;
}

/** The part of a maskable icon's side that a picture may take. An opaque one is drawn for a circle within it. */
const safePart = (pixels: Pixels): number =>
  isOpaque(pixels) ? SAFE : Math.min(1, SAFE / 2 / reachOf(pixels));

const png = (picture: Sharp): Promise<Buffer> => picture.png({ compressionLevel: 9 }).toBuffer();

/** @throws as `openInstancePicture`, and invalid_input for one that is too small or far from square */
export async function renderIcon(path: string): Promise<RenderedIcon> {
  const file = await openInstancePicture(path, 'icon');
  requireShape(file);
  const drawn = await pixelsOf(file.draw({ width: SIDE, height: SIDE }));
  const pixels = await pixelsOf(
    pictureOf(drawn).resize({ width: SIDE, height: SIDE, fit: 'contain', background: CLEAR }),
  );
  const isFull = isOpaque(pixels);
  const background = isFull ? edgeColor(pixels) : groundColor(groundOf(pixels));

  const scaled = (side: number) => pictureOf(pixels).resize(side, side);
  async function onGround(side: number, part: number): Promise<Buffer> {
    const input = await png(scaled(Math.floor(side * part)));
    const ground = sharp({ create: { width: side, height: side, channels: 3, background } });
    return png(ground.composite([{ input }]).removeAlpha());
  }

  const safe = safePart(pixels);
  const files = new Map<IconSize, Buffer>([
    ['32', await png(scaled(32))],
    // iOS fills transparent parts with black.
    ['180', await onGround(180, isFull ? 1 : SAFE)],
    ['192', await png(scaled(192))],
    ['512', await png(scaled(SIDE))],
    ['maskable-192', await onGround(192, safe)],
    ['maskable-512', await onGround(SIDE, safe)],
  ]);
  return { width: SIDE, height: SIDE, main: '512', files };
}
