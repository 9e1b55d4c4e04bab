import sharp from 'sharp';
import { handwriting } from './pictures.ts';

/** The letters of `pictures/handwriting.webp`, from left to right: those of codes, of the seller's name, and of dates. */
const LETTERS = 'ABCDFHJKLMNOPRTWXYZ0123456789/';
const [WIDTH, HEIGHT] = [56, 84];
const MARGIN = 40;
const PAPER = '#fbf8ef';
const NONE = { r: 0, g: 0, b: 0, alpha: 0 };
const TILT_DEGREES = -5;

async function writeNote(lines: readonly string[]): Promise<Buffer> {
  const letters = await handwriting();
  const written = await Promise.all(
    lines.flatMap((line, y) =>
      [...line].map(async (letter, x) => {
        const left = LETTERS.indexOf(letter) * WIDTH;
        const input = await sharp(letters).extract({ left, top: 0, width: WIDTH, height: HEIGHT }).toBuffer();
        return { input, left: MARGIN + x * WIDTH, top: MARGIN + y * HEIGHT };
      }),
    ),
  );
  const width = Math.max(...lines.map((line) => line.length)) * WIDTH + 2 * MARGIN;
  const height = lines.length * HEIGHT + 2 * MARGIN;
  const paper = sharp({ create: { width, height, channels: 4, background: PAPER } });
  return paper.composite(written).webp().toBuffer();
}

/** An item with a note on it, as sellers take it. @param lines of the letters above @returns WebP bytes */
export async function proofPicture(photo: Uint8Array, lines: readonly string[]): Promise<Uint8Array> {
  const { width, height } = await sharp(photo).metadata();
  const note = await sharp(await writeNote(lines))
    .resize({ width: Math.round(width * 0.42) })
    .rotate(TILT_DEGREES, { background: NONE })
    .webp()
    .toBuffer();
  const [left, top] = [Math.round(width * 0.29), Math.round(height * 0.58)];
  return sharp(photo)
    .composite([{ input: note, left, top }])
    .webp({ quality: 80 })
    .toBuffer();
}
