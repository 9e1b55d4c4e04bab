import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures as members upload them. All are real files, also those that should be refused. */

const BAND = [196, 20, 20] as const;
const RAW = { channels: 3 } as const;

const asFile = (bytes: Uint8Array, type: string) => new Blob([new Uint8Array(bytes)], { type });
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** Pixels like those of a photo of cloth: soft folds, a weave, and sensor noise; the top tenth is red. */
function cloth(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  // A generator with a fixed seed, so that every run has the same pictures.
  let random = 1;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
      const grain = (random >> 24) / 14;
      const fold = 38 * Math.sin(x / 190 + 2.4 * Math.sin(y / 260)) + 24 * Math.cos((x + 2 * y) / 90);
      const weave = ((x + (y >> 1)) % 6 < 3 ? 9 : -9) + (y % 8 < 4 ? 5 : -5);
      const light = fold + weave + grain;
      const isBand = y < height / 10;
      pixels[at] = isBand ? BAND[0] : 74 + light;
      pixels[at + 1] = isBand ? BAND[1] : 92 + light;
      pixels[at + 2] = isBand ? BAND[2] : 128 + light;
      at += 3;
    }
  }
  return pixels;
}

const drawn = (width: number, height: number) =>
  sharp(cloth(width, height), { raw: { width, height, ...RAW } });

/** Draws each picture once per process. */
function once<A extends unknown[]>(draw: (...args: A) => Promise<Blob>): (...args: A) => Promise<Blob> {
  const drawn = new Map<string, Promise<Blob>>();
  return (...args) => {
    const key = args.join();
    const known = drawn.get(key) ?? draw(...args);
    drawn.set(key, known);
    return known;
  };
}

const drawPhonePhoto = once(async (width: number, height: number, quality: number): Promise<Blob> => {
  const bytes = await drawn(width, height)
    .rotate(270)
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .withExif({
      IFD0: { Make: 'Fruit', Model: 'Phone 17' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '34/1 3/1 8/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '118/1 14/1 37/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return asFile(bytes, 'image/jpeg');
});

/**
 * A portrait photo as a phone stores it: rotated, with EXIF orientation, location and the phone's
 * maker. `width` and `height` are those of the upright picture. It is as small as pages allow, because a server renders
 * each upload in every width.
 */
export const phonePhoto = ({ width = 360, height = 480, quality = 90 } = {}): Promise<Blob> =>
  drawPhonePhoto(width, height, quality);

const drawTransparentPng = once(async (width: number, height: number) =>
  asFile(await drawn(width, height).ensureAlpha(0.5).png().toBuffer(), 'image/png'),
);
/** A shape on a transparent background. */
export const transparentPng = (width = 300, height = 400): Promise<Blob> => drawTransparentPng(width, height);

const drawWebp = once(async (width: number, height: number) =>
  asFile(await drawn(width, height).webp().toBuffer(), 'image/webp'),
);
export const webpPicture = (width = 300, height = 400): Promise<Blob> => drawWebp(width, height);

/** In the extended file format, which animations also use. */
export const transparentWebp = async (width: number, height: number): Promise<Blob> =>
  asFile(await drawn(width, height).ensureAlpha(0.5).webp().toBuffer(), 'image/webp');

export const avifPicture = async (width = 300, height = 400): Promise<Blob> =>
  asFile(await drawn(width, height).avif({ effort: 0 }).toBuffer(), 'image/avif');

export const gifPicture = async (width = 300, height = 400): Promise<Blob> =>
  asFile(await drawn(width, height).gif({ effort: 1 }).toBuffer(), 'image/gif');

/** An animation whose first frame is red and all others blue. */
export async function animatedGif({ frames = 3, width = 200, height = 300 } = {}): Promise<Blob> {
  const red = Buffer.alloc(width * height * 3);
  for (let i = 0; i < red.length; i += 3) red.set(BAND, i);
  const blue = Buffer.alloc(red.length);
  // Each a different blue: the encoder merges identical frames.
  const others = Array.from({ length: frames - 1 }, (_, n) => {
    const frame = Buffer.from(blue);
    for (let i = 2; i < frame.length; i += 3) frame[i] = 120 + (n % 100);
    return frame;
  });
  const raw = { width, height: height * frames, pageHeight: height, ...RAW };
  const bytes = await sharp(Buffer.concat([red, ...others]), { raw })
    .gif({ effort: 1 })
    .toBuffer();
  return asFile(bytes, 'image/gif');
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A white square of one bit per pixel: few bytes on the wire, `side`² pixels in memory. */
export function hugePng(side: number): Blob {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', new Uint8Array())];
  return asFile(Buffer.concat([signature, ...chunks]), 'image/png');
}

export const svgPicture = (): Blob =>
  asFile(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ),
    'image/svg+xml',
  );

export const textNamedJpeg = (): Blob =>
  asFile(Buffer.from('not a picture at all\n'.repeat(50)), 'image/jpeg');

/**
 * A photo of 480 × 640 as an iPhone stores it: HEIC, rotated with an orientation property, in Display P3,
 * with the location.
 */
export const heicPicture = (): Blob =>
  asFile(readFileSync(new URL('phone.heic', import.meta.url)), 'image/heic');

/** The same, with a header that claims a width of `width` pixels. */
export async function heicNamedWide(width: number): Promise<Blob> {
  const bytes = Buffer.from(await bytesOf(heicPicture()));
  bytes.writeUInt32BE(width, bytes.indexOf('ispe') + 8);
  return asFile(bytes, 'image/heic');
}

/**
 * An AVIF of 7,071 × 7,071, which took the most memory of all variants tried: one colour at 12 bits without
 * subsampling. Made by `sharp({ create }).avif({ effort: 0, chromaSubsampling: '4:4:4', bitdepth: 12 })`,
 * which takes as much memory itself.
 */
export const largestAvif = (): Blob =>
  asFile(readFileSync(new URL('largest.avif', import.meta.url)), 'image/avif');

/**
 * An AVIF of 16,384 × 16,384 with the property `clap`, which crops it to the 100 × 100 in its header.
 * Decoding it takes 4.6 GB.
 */
export const croppedAvif = (): Blob =>
  asFile(readFileSync(new URL('cropped.avif', import.meta.url)), 'image/avif');

/** Four tiles that make 1,280 × 960, as phones store large photos. */
export const tiledHeic = (): Blob =>
  asFile(readFileSync(new URL('tiled.heic', import.meta.url)), 'image/heic');

/** Four tiles that make 1,024 × 1,024. */
export const tiledAvif = (): Blob =>
  asFile(readFileSync(new URL('tiled.avif', import.meta.url)), 'image/avif');

/** A progressive picture: blurred first, then sharper with each scan. */
export async function inManyScans(format: 'jpeg' | 'png'): Promise<Blob> {
  const create = { width: 30, height: 40, channels: 3, background: 'red' } as const;
  return asFile(await sharp({ create })[format]({ progressive: true }).toBuffer(), `image/${format}`);
}

/** A progressive JPEG taken apart: its scans, each with the tables before it, and how to put scans together again. */
export async function splitScans() {
  const whole = Buffer.from(await bytesOf(await inManyScans('jpeg')));
  const starts: number[] = [];
  // Behind the frame's header: a scan ends where a table or a scan begins, or the file ends.
  const frame = whole.indexOf(Buffer.from([0xff, 0xc2]));
  let at = frame + 2 + whole.readUInt16BE(frame + 2);
  const first = at;
  let isAfterScan = true;
  while (at < whole.length && whole[at + 1] !== 0xd9) {
    if (isAfterScan) starts.push(at);
    isAfterScan = whole[at + 1] === 0xda;
    at += 2 + whole.readUInt16BE(at + 2);
    while (isAfterScan && !(whole[at] === 0xff && whole[at + 1] !== 0)) at += 1;
  }
  const scans = starts.map((start, i) => whole.subarray(start, starts[i + 1] ?? at));
  return {
    scans,
    withScans: (chosen: Buffer[]) =>
      asFile(Buffer.concat([whole.subarray(0, first), ...chosen, whole.subarray(at)]), 'image/jpeg'),
  };
}

/** A JPEG with these bytes repeated before the picture: an empty marker by default. */
export async function withMarkers(count: number, marker = [0xff, 0xe2, 0, 2]): Promise<Blob> {
  const whole = await bytesOf(await phonePhoto({ width: 30, height: 40 }));
  const markers = Buffer.alloc(count * marker.length, Buffer.from(marker));
  return asFile(Buffer.concat([whole.subarray(0, 2), markers, whole.subarray(2)]), 'image/jpeg');
}

/** A GIF of 50 megapixels at the maximum width: resizing it needs many of its rows at once. */
export async function largestGif(): Promise<Blob> {
  const width = 65_535;
  const height = Math.floor(50_000_000 / width);
  const create = { width, height, channels: 3, background: 'red' } as const;
  return asFile(await sharp({ create }).gif({ effort: 1 }).toBuffer(), 'image/gif');
}

/** The first part of a file, as after a broken connection; `share` is from 0 to 1. */
export const truncated = (file: Blob, share: number): Blob =>
  file.slice(0, Math.floor(file.size * share), file.type);

/** The file with `count` bytes changed, at positions chosen by `seed`. */
export async function corrupted(file: Blob, seed: number, count = 20): Promise<Blob> {
  const bytes = await bytesOf(file);
  let random = seed;
  for (let i = 0; i < count; i += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[random % bytes.length] = (random >>> 13) & 0xff;
  }
  return asFile(bytes, file.type);
}
