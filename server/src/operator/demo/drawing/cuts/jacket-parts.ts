import { label, type Piece, panel, stitch } from '../cut.ts';
import { symmetric } from '../path.ts';
import { both, type TopFrame } from './frames.ts';

export const sleevesOf = (frame: TopFrame): Piece[] =>
  both(frame.sleeve).map((d, i) => panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }));

/** The back of the neck seen from inside, with the label in it. */
export const insideNeck = (depth: number): Piece[] => [
  panel(symmetric(`M450 226 C412 224 384 220 356 222 L352 ${depth - 80} L450 ${depth}`), {
    cloth: 'lining',
    level: 1,
    tone: -0.25,
  }),
  label('woven', 450, 262, 62, 32),
];

export const foldedCollar = (point: number): Piece[] => {
  const leaf = `M450 240 C420 238 388 230 366 214 C346 220 332 232 322 250 L${point} 344 L450 272 Z`;
  return [
    ...both(leaf).map((d) => panel(d, { level: 7 })),
    ...stitch(...both(`M330 252 L${point + 3} 334 L440 272`)),
  ];
};
