import type { Article } from './article.ts';
import { HANDS } from './cloth.ts';
import { hexOf, rgb, toned } from './colour.ts';
import type { Panel, Part, Piece } from './cut.ts';
import { drawDot } from './draw-dot.ts';
import { drawLabel } from './draw-label.ts';
import { drawLine } from './draw-line.ts';
import { METAL, PLASTIC, WOOD } from './materials.ts';
import { createPen, type Pen, type Sheet, type Warp } from './pen.ts';

function drawPanel(pen: Pen, { d, cloth: role, level, tone, grain }: Panel): void {
  const cloth = pen.article.cloths[role] ?? pen.article.cloths.main;
  const fill = toned(rgb(cloth.colour), tone);
  const { sheen, shine } = HANDS[cloth.hand];
  const path = pen.bendPath(d);
  const edge = hexOf(toned(fill, -0.5));
  pen.begin({ role, cloth, grain, level, sheen, shine });
  pen.colour(
    `<path d="${path}" fill="${hexOf(fill)}" stroke="${edge}" stroke-opacity=".5" stroke-width="1.2"/>`,
  );
  pen.trace(`<path d="${path}" fill="${pen.mark()}"/>`);
}

const GLOSS = { metal: METAL, plastic: PLASTIC, wood: WOOD };

function drawPart(pen: Pen, { d, colour, level, look, stroke }: Part): void {
  const path = pen.bendPath(d);
  const dark = hexOf(toned(rgb(colour), -0.5));
  const lit = hexOf(toned(rgb(colour), 0.4));
  pen.begin({ level, ...GLOSS[look] });
  if (stroke === undefined) {
    pen.colour(`<path d="${path}" fill="${colour}" stroke="${dark}" stroke-width="1.2"/>`);
    pen.trace(`<path d="${path}" fill="${pen.mark()}"/>`);
    return;
  }
  const wire = (paint: string, width: number, rest = '') =>
    `<path d="${path}" fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="${paint}" stroke-width="${width}" ${rest}/>`;
  const off = -stroke * 0.16;
  pen.colour(wire(dark, stroke + 1.4) + wire(colour, stroke));
  pen.colour(wire(lit, stroke * 0.25, `stroke-opacity=".6" transform="translate(${off} ${off})"`));
  pen.trace(wire(pen.mark(), stroke));
}

function drawPiece(pen: Pen, piece: Piece): void {
  if (piece.kind === 'panel') drawPanel(pen, piece);
  else if (piece.kind === 'part') drawPart(pen, piece);
  else if (piece.kind === 'line') drawLine(pen, piece);
  else if (piece.kind === 'dot') drawDot(pen, piece);
  else drawLabel(pen, piece);
}

/** Draws pieces one after the other, each on top of those before it. */
export function drawSheet(article: Article, pieces: readonly Piece[], warp: Warp): Sheet {
  const { pen, sheet } = createPen(article, warp);
  for (const piece of pieces) drawPiece(pen, piece);
  return sheet();
}
