import { hexOf, rgb, toned } from './colour.ts';
import type { Label } from './cut.ts';
import { letter } from './lettering.ts';
import type { Pen } from './pen.ts';

const LOOKS = {
  woven: { ground: '#efece4', ink: '#26241f' },
  leather: { ground: '#a9794a', ink: '#4a2d16' },
  tab: { ground: '#b4232e', ink: '#f3efe6' },
};

/** The words of a label, the first line large: path and thickness of the pen. */
function words(lines: readonly string[], width: number, height: number): { path: string; pen: number } {
  const isAlone = lines.length === 1;
  const large = height * (isAlone ? 0.42 : 0.34);
  const path = lines
    .map((line, i) =>
      i === 0
        ? letter(line, 0, isAlone ? 0 : -height * 0.14, large, width * 0.8)
        : letter(line, 0, height * 0.27, height * 0.17, width * 0.8),
    )
    .join('');
  return { path, pen: Math.max(0.5, large * 0.09) };
}

/** A label with the article's words, sewn on all around; a tab has none. */
export function drawLabel(pen: Pen, { x, y, width, height, look, turn }: Label): void {
  const [cx, cy] = pen.bend([x, y]);
  const { ground, ink } = look === 'woven' ? (pen.article.labelColours ?? LOOKS.woven) : LOOKS[look];
  const dark = hexOf(toned(rgb(ground), -0.4));
  const place = `transform="translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${turn})"`;
  const box = (inset: number) =>
    `x="${-width / 2 + inset}" y="${-height / 2 + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}"`;
  const text = words(pen.article.labels, width, height);
  const written =
    `<path d="${text.path}" fill="none" stroke="${ink}" stroke-width="${text.pen.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<rect ${box(2.2)} fill="none" stroke="${dark}" stroke-opacity=".5" stroke-dasharray="3 2" stroke-width=".8"/>`;
  pen.onTop(0.7, {}, () => {
    pen.colour(
      `<g ${place}><rect ${box(0)} rx=".8" fill="${ground}" stroke="${dark}" stroke-width=".8"/>${look === 'tab' ? '' : written}</g>`,
    );
    pen.trace(`<rect ${place} ${box(0)} fill="${pen.mark()}"/>`);
  });
}
