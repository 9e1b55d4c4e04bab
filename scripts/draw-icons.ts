import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// Draws the web manifest's icons from the mark in favicon.svg. Run it by hand when the mark changes:
// node scripts/draw-icons.ts

const PUBLIC = new URL('../web/public/', import.meta.url);
const mark = readFileSync(new URL('favicon.svg', PUBLIC), 'utf8');
/**
 * The mark without its margin: launchers crop it to their own shape, so its stripes must reach every edge.
 */
const fullBleed = mark.replace('viewBox="0 0 16 16"', 'viewBox="1 1 14 14"');

for (const [name, drawing, units] of [
  ['mark', mark, 16],
  ['mark-maskable', fullBleed, 14],
] as const) {
  for (const side of [192, 512]) {
    // Rendered at this size instead of enlarging the few pixels of the original.
    const drawn = sharp(Buffer.from(drawing), { density: (72 * side) / units }).resize(side, side);
    // Pixels at the edge may be half transparent: blend them with the mark's white.
    if (drawing === fullBleed) drawn.flatten({ background: '#fff' });
    await drawn.png({ palette: true }).toFile(fileURLToPath(new URL(`icons/${name}-${side}.png`, PUBLIC)));
  }
}
