import { readFile } from 'node:fs/promises';
import type { InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../core/errors.ts';
import { headerOf, PIXELS_MAX, unreadable } from './decode-picture.ts';
import './decoders.ts';

/** An uploaded logo or icon before it is decoded. Only the image worker may open one. */
export interface InstanceFile {
  /** Its own size, in pixels. An SVG has one, too, but is as sharp in any other. */
  width: number;
  height: number;
  isVector: boolean;
  /** In the largest size that fits into a box: upright, sRGB with alpha, of an animation the first frame. */
  draw(box: { width: number; height: number }): Sharp;
}

const RASTER = ['image/png', 'image/apng', 'image/webp'];
/** Pixels per inch at which a pixel of an SVG is one of the picture. */
const SVG_DENSITY = 72;
const DENSITY = { min: 1, max: 100_000 };

const unsupported = (picture: InstancePicture) =>
  new AppError('unsupported_type', `Please choose a PNG, WebP or SVG picture as the ${picture}.`);

/** What may precede the drawing in an SVG file; a document type with declarations of its own is refused. */
const PROLOG = /^(?:\ufeff|\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)/;

/** An SVG without its prolog; null for another kind of file. @throws invalid_input if it declares entities */
function drawingIn(bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  for (let prolog = PROLOG.exec(text); prolog; prolog = PROLOG.exec(text))
    text = text.slice(prolog[0].length);
  if (/^<!DOCTYPE\s+svg\b/.test(text)) {
    const message = 'This SVG declares entities of its own. Please export it as a plain SVG.';
    throw new AppError('invalid_input', message);
  }
  return /^<svg[\s>]/.test(text) ? text : null;
}

/** Read from memory, an SVG has no folder: references to files lead nowhere, and scripts never run. */
function vectorOf(drawing: string) {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const source = Buffer.from(drawing);
  return {
    header: () => sharp(source, { limitInputPixels: false }).metadata(),
    decode(scale: number) {
      const density = Math.min(DENSITY.max, Math.max(DENSITY.min, SVG_DENSITY * scale));
      return sharp(source, { density, limitInputPixels: PIXELS_MAX, failOn: 'error' });
    },
  };
}

/** @throws unsupported_type, or invalid_input when it is damaged or above 50 megapixels */
export async function openInstancePicture(path: string, picture: InstancePicture): Promise<InstanceFile> {
  const type = (await fileTypeFromFile(path))?.mime;
  const isRaster = type !== undefined && RASTER.includes(type);
  const drawing = isRaster ? null : drawingIn(await readFile(path));
  if (!isRaster && drawing === null) throw unsupported(picture);
  const vector = drawing === null ? null : vectorOf(drawing);
  const { width, height, autoOrient } = await headerOf(path, vector?.header);
  const size = vector ? { width, height } : autoOrient;
  return {
    ...size,
    isVector: vector !== null,
    draw(box) {
      const scale = Math.min(box.width / size.width, box.height / size.height);
      const source = vector
        ? vector.decode(scale)
        : sharp(path, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient();
      return source
        .resize({ ...box, fit: 'inside', withoutEnlargement: vector === null && picture === 'logo' })
        .toColourspace('srgb')
        .ensureAlpha();
    },
  };
}

/** The pixels of a drawn picture: red, green, blue and alpha of one after the other. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Alpha from which a pixel is visible, out of 255. */
const VISIBLE = 16;
export function isVisible(alpha: number): boolean {
  return alpha >= VISIBLE;
}

/** Decodes a drawn picture. @throws invalid_input when it is damaged, or nothing of it is visible */
export async function pixelsOf(drawn: Sharp): Promise<Pixels> {
  const { data, info } = await drawn
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  for (let at = 3; at < data.length; at += 4)
    if (isVisible(data[at] ?? 0)) return { data, width: info.width, height: info.height };
  throw new AppError('invalid_input', 'Nothing is visible in this picture. Please choose another.');
}

export function pictureOf({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}
