import { hexOf, rgb, toned } from './colour.ts';
import type { Line, LineLook } from './cut.ts';
import { METAL } from './materials.ts';
import type { Pen } from './pen.ts';

const ROUND = 'stroke-linecap="round" stroke-linejoin="round"';

/** A line on the surface drawn last: sewn into it, or something thin that lies on it. */
export function drawLine(pen: Pen, { d, look, colour, width }: Line): void {
  const path = pen.bendPath(d);
  const main = rgb(pen.article.cloths.main.colour);
  const stroke = (paint: string, w: number, rest = '') =>
    `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${w}" ${rest}/>`;
  const shade = (tone: number) => hexOf(toned(main, tone));
  /** Dark thread or shadow that lies as deep in the cloth as `depth` of 255 says. */
  const sunk = (tone: number, opacity: number, w: number, depth: number, reach: number) => {
    pen.colour(stroke(shade(tone), w, `stroke-opacity="${opacity}"`));
    pen.trace(stroke(pen.mark(depth), reach));
  };
  const sewn = (dashes: string, w: number) => {
    const thread = colour ?? pen.article.stitchColour ?? shade(0.22);
    pen.colour(stroke(shade(-0.6), w + 1.4, `${dashes} stroke-opacity=".5" transform="translate(.7 1.1)"`));
    pen.colour(stroke(thread, w, `${dashes} stroke-linecap="round"`));
    pen.trace(stroke(pen.mark(80), 4.5));
  };
  const laid = (dashes: string, w: number) => {
    const own = rgb(colour ?? '#e6e1d6');
    pen.colour(stroke(hexOf(toned(own, -0.45)), w + 1.4, ROUND) + stroke(hexOf(own), w, ROUND));
    pen.colour(stroke(hexOf(toned(own, -0.3)), w * 0.7, `stroke-dasharray="${dashes}" stroke-opacity=".5"`));
    pen.trace(stroke(pen.mark(), w, ROUND));
  };
  const zip = () => {
    pen.colour(stroke(colour ?? shade(-0.55), 17));
    pen.colour(stroke(pen.article.metal ?? '#b08d57', 8, 'stroke-dasharray="2.4 1.8"'));
    pen.colour(stroke('#14110d', 1, 'stroke-opacity=".7"'));
    pen.trace(stroke(pen.mark(60), 9));
  };
  const looks: Record<LineLook, () => void> = {
    seam: () => sunk(-0.55, 0.7, width ?? 2, 190, 4),
    groove: () => sunk(-0.5, 0.32, width ?? 2, 120, (width ?? 2) * 2),
    elastic: () => sunk(-0.4, 0.55, width ?? 2.4, 150, 5),
    stitch: () => sewn('stroke-dasharray="6 3.6"', width ?? 1.9),
    bartack: () => sewn('stroke-dasharray="1.6 1"', width ?? 6),
    cord: () => pen.onTop(2, {}, () => laid('3 3.4', width ?? 7)),
    lace: () => pen.onTop(2, {}, () => laid('1 2.4', width ?? 7)),
    zip: () => pen.onTop(0.3, METAL, zip),
  };
  looks[look]();
}
