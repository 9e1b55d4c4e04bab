import sharp from 'sharp';
import type { Sheet } from './pen.ts';
import { HEIGHT, toPixels, type View, WIDTH } from './view.ts';

/** Rows of pixels, `channels` bytes each. */
export interface Raster {
  data: Buffer;
  channels: number;
}

const SVG = { operation: ['VipsForeignLoadSvg'] };

/**
 * Lets this process read drawings while `work` runs. The product refuses the format, since it must read what strangers
 * send; nobody can send anything meanwhile.
 */
export async function withDrawings<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(SVG);
  try {
    return await work();
  } finally {
    sharp.block(SVG);
  }
}

function picture(drawing: string, view: View, attributes: string, before: string): Buffer {
  const { a, b, c, d, e, f } = toPixels(view);
  const matrix = [a, b, c, d, e, f].map((v) => v.toFixed(5)).join(' ');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" ${attributes}>${before}` +
      `<g transform="matrix(${matrix})">${drawing}</g></svg>`,
  );
}

/** The drawing in its colours with its coverage: four channels. Nothing shows outside of `outline`, where there is one. */
export async function rasterColours({ colours }: Sheet, view: View, outline?: string): Promise<Raster> {
  const drawing = outline
    ? `<clipPath id="o"><path d="${outline}"/></clipPath><g clip-path="url(#o)">${colours}</g>`
    : colours;
  const data = await sharp(picture(drawing, view, '', ''))
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { data, channels: 4 };
}

/** The map of its surfaces, whose numbers must not blend where two meet: three channels. */
export async function rasterMap({ map }: Sheet, view: View): Promise<Raster> {
  const black = '<rect width="100%" height="100%" fill="#000"/>';
  const data = await sharp(picture(map, view, 'shape-rendering="crispEdges"', black))
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, channels: 3 };
}

/** A finished picture, three bytes a pixel, as a PNG that is quickly written and soon thrown away. */
export const pngOf = (pixels: Buffer): Promise<Buffer> =>
  sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
