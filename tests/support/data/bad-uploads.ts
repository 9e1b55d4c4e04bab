import {
  animatedGif,
  avifPicture,
  corrupted,
  gifPicture,
  heicNamedWide,
  heicPicture,
  hugePng,
  phonePhoto,
  svgPicture,
  textNamedJpeg,
  transparentPng,
  truncated,
  webpPicture,
} from './pictures.ts';
import { createRandom } from './random.ts';

interface BadUpload {
  what: 'cut short' | 'damaged' | 'mislabelled' | 'huge';
  file: Blob;
}

/** Files with the content of one format and the name and type of another. */
const mislabelled = async (): Promise<Blob[]> => [
  svgPicture(),
  textNamedJpeg(),
  new Blob([]),
  new Blob(['%PDF-1.7\n'], { type: 'image/png' }),
  new Blob(['<!doctype html><script>alert(1)</script>'], { type: 'image/webp' }),
  // Starts like a picture and continues as something else.
  new Blob([(await webpPicture(20, 20)).slice(0, 16), '<script>alert(1)</script>'], { type: 'image/webp' }),
  new Blob([heicPicture().slice(0, 40), new Uint8Array(4_000)], { type: 'image/heic' }),
  new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), new Uint8Array(4_000)], { type: 'image/jpeg' }),
];

/** `count` damaged or disguised files of every accepted format. The same seed generates the same files. */
export async function* badUploads(seed: number, count: number): AsyncGenerator<BadUpload> {
  const random = createRandom(seed);
  const animation = await animatedGif({ frames: 4 });
  const whole = [
    await phonePhoto({ width: 240, height: 320 }),
    await transparentPng(120, 160),
    await webpPicture(240, 320),
    await gifPicture(120, 160),
    animation,
    await avifPicture(120, 160),
    heicPicture(),
  ];
  const none = await mislabelled();
  const huge = [hugePng(16_000), hugePng(30_000), await heicNamedWide(200_000)];
  for (let i = 0; i < count; i += 1) {
    const kind = random.next();
    const file = random.pick(whole);
    // A truncated animation may be accepted: its first frame, the only one that is used, may be complete.
    if (kind < 0.4 && file !== animation)
      yield { what: 'cut short', file: truncated(file, random.next() * 0.9) };
    else if (kind < 0.8) {
      const bytes = 1 + random.below(30);
      yield { what: 'damaged', file: await corrupted(file, random.below(2 ** 31), bytes) };
    } else if (kind < 0.95) yield { what: 'mislabelled', file: random.pick(none) };
    else yield { what: 'huge', file: random.pick(huge) };
  }
}
