import { hexOf, rgb, toned } from './colour.ts';
import type { Dot } from './cut.ts';
import { METAL, PLASTIC } from './materials.ts';
import type { Pen } from './pen.ts';

const BRASS = '#b08d57';
const HORN = '#e9e4d8';
/** Where the thread goes through a button, in quarters of its radius. */
const HOLES = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

/** Something small and round: a button, a snap, a rivet, an eyelet. */
export function drawDot(pen: Pen, { x, y, r, look, colour }: Dot): void {
  const [cx, cy] = pen.bend([x, y]);
  const isButton = look === 'button';
  const own = rgb(colour ?? (isButton ? (pen.article.buttons ?? HORN) : (pen.article.metal ?? BRASS)));
  const dark = hexOf(toned(own, -0.55));
  const circle = (dx: number, dy: number, share: number, rest: string) =>
    `<circle cx="${(cx + dx * r).toFixed(1)}" cy="${(cy + dy * r).toFixed(1)}" r="${(share * r).toFixed(1)}" ${rest}/>`;
  const ring = (share: number, width: number, opacity: number) =>
    circle(
      0,
      0,
      share,
      `fill="none" stroke="${dark}" stroke-opacity="${opacity}" stroke-width="${(r * width).toFixed(1)}"`,
    );

  pen.onTop(1.2, isButton ? PLASTIC : METAL, () => {
    pen.colour(
      circle(0, 0, 1, `fill="${hexOf(own)}" stroke="${dark}" stroke-width="${(r * 0.16).toFixed(1)}"`),
    );
    pen.trace(circle(0, 0, 1, `fill="${pen.mark()}"`));
    if (isButton) {
      pen.colour(ring(0.66, 0.14, 0.45));
      for (const [dx, dy] of HOLES) pen.colour(circle(dx * 0.22, dy * 0.22, 0.12, `fill="${dark}"`));
    } else if (look === 'eyelet') {
      pen.colour(circle(0, 0, 0.5, 'fill="#17130f"'));
    } else {
      pen.colour(ring(0.62, 0.13, 0.6));
      pen.colour(circle(-0.2, -0.25, 0.24, `fill="${hexOf(toned(own, 0.35))}" fill-opacity=".8"`));
    }
  });
}
