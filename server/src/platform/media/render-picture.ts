import { IMAGE_WIDTHS } from '@selvedge/shared/platform/limits';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { ASPECT_MAX, decodePicture, WIDEST } from './decode-picture.ts';
import { hashPicture, type PhotoHashes } from './photo-hash.ts';

/** A stored picture: re-encoded from its pixels, so that no metadata of the original survives. */
export interface RenderedPicture {
  /** In pixels, of the widest variant. */
  width: number;
  height: number;
  /** ThumbHash in base64. */
  placeholder: string;
  /** WebP bytes by nominal width; a narrower picture is stored in its own width under every nominal width. */
  variants: Map<number, Buffer>;
}

export type HashedPicture = RenderedPicture & { hashes: PhotoHashes };

/** Out of 100. An 1800 × 2400 photo of noisy weave, the hardest kind, then takes about half a megabyte. */
const QUALITY = 75;
/** Out of 6. Less than half the time of the default, 4, for 4 % more bytes, measured on photos of cloth. */
const EFFORT = 2;
/** ThumbHash accepts at most 100 × 100. */
const PLACEHOLDER_SIDE = 100;

const fit = (picture: Sharp, width: number) =>
  picture.resize({ width, height: width * ASPECT_MAX, fit: 'inside', withoutEnlargement: true });

const decode = (path: string) =>
  decodePicture(path, (upright) =>
    fit(upright, WIDEST).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );

type Decoded = Awaited<ReturnType<typeof decode>>;

async function renderDecoded({ data, info }: Decoded): Promise<RenderedPicture> {
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });

  const variants = new Map<number, Buffer>();
  let unscaled: Buffer | undefined;
  for (const nominalWidth of IMAGE_WIDTHS) {
    const { data: bytes, info: size } = unscaled
      ? { data: unscaled, info }
      : await fit(decoded(), nominalWidth)
          .webp({ quality: QUALITY, effort: EFFORT })
          .toBuffer({ resolveWithObject: true });
    variants.set(nominalWidth, bytes);
    // Pictures are never enlarged: from here on all variants are the same.
    if (size.width === width && size.height === height) unscaled = bytes;
  }
  const small = await decoded()
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(small.info.width, small.info.height, small.data);
  return {
    width,
    height,
    placeholder: Buffer.from(hash).toString('base64'),
    variants,
  };
}

/** @throws as `decodePicture` */
export async function renderPicture(path: string): Promise<RenderedPicture> {
  return renderDecoded(await decode(path));
}

export async function renderHashedPicture(path: string): Promise<HashedPicture> {
  const decoded = await decode(path);
  const { width, height, channels } = decoded.info;
  const hashes = await hashPicture(sharp(decoded.data, { raw: { width, height, channels } }));
  return { ...(await renderDecoded(decoded)), hashes };
}
