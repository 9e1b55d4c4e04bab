import sharp from 'sharp';
import { type Affine, HEIGHT, toPixels, type View, WIDTH } from './view.ts';

/** Rows of pixels, `channels` bytes each. */
export interface Raster {
  data: Buffer;
  channels: number;
}

const placed = ({ a, b, c, d, e, f }: Affine) =>
  `matrix(${[a, b, c, d, e, f].map((v) => v.toFixed(5)).join(' ')})`;

function picture(drawing: string, view: View, attributes: string, ground: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" ${attributes}>${ground}` +
      `<g transform="${placed(toPixels(view))}">${drawing}</g></svg>`,
  );
}

/** The drawing in its colours with its coverage: four channels. */
export async function rasterColours(drawing: string, view: View): Promise<Raster> {
  const svg = picture(drawing, view, '', '');
  return { data: await sharp(svg).ensureAlpha().raw().toBuffer(), channels: 4 };
}

/** The map of its surfaces, whose numbers must not blend at the edges: three channels. */
export async function rasterMap(drawing: string, view: View): Promise<Raster> {
  const svg = picture(
    drawing,
    view,
    'shape-rendering="crispEdges"',
    '<rect width="100%" height="100%" fill="#000"/>',
  );
  return { data: await sharp(svg).removeAlpha().raw().toBuffer(), channels: 3 };
}
