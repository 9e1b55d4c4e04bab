import { type Cut, dot, label, line, type Piece, panel, place, seam, stitch } from '../cut.ts';
import { mirror, symmetric } from '../path.ts';
import { both, type TopFrame, topFrame } from './frames.ts';

const sleevesOf = (frame: TopFrame): Piece[] =>
  both(frame.sleeve).map((d, i) =>
    panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn, level: 4.6 }),
  );

const flap = (x: number, y: number, width: number, height: number, lean: number): Piece[] =>
  both(
    `M${x} ${y} L${x + width} ${y + lean} L${x + width - 2} ${y + lean + height} C${x + width * 0.7} ${y + lean + height + 6} ${x + width * 0.3} ${y + height + 6} ${x + 1} ${y + height} Z`,
  ).map((d) => panel(d, { level: 5.4 }));

const insideBack = (depth: number): Piece[] => [
  panel(symmetric(`M450 220 C414 216 388 206 368 204 L350 ${depth - 160} L450 ${depth}`), {
    cloth: 'lining',
    level: 1,
  }),
  panel(
    symmetric('M450 236 C418 230 392 216 374 196 C362 204 356 216 352 232 L356 258 C386 262 420 266 450 268'),
    { level: 1.2, tone: -0.14 },
  ),
  label('woven', 450, 296, 84, 40),
];

/** Lapels with a notch, `open` being where they meet. */
const lapels = (open: number): Piece[] => [
  ...both(
    `M342 252 L288 330 L330 338 L312 388 L448 ${open} L448 ${open - 26} C408 ${open - 150} 374 330 356 246 Z`,
  ).map((d, i) => panel(d, { level: i === 0 ? 7.4 : 7, tone: 0.04, grain: i === 0 ? 14 : -14 })),
  ...both('M374 198 C352 214 340 236 334 262 L330 336 L292 330 L344 244 Z').map((d) =>
    panel(d, { level: 7.6, tone: 0.02, grain: 30 }),
  ),
];

const coatBack = (frame: TopFrame, vent: number): Piece[] => [
  ...sleevesOf(frame),
  panel(
    symmetric(
      frame.body(
        `M450 ${frame.top + 12} C416 ${frame.top + 12} 388 ${frame.top + 6} ${450 - frame.neck} ${frame.top}`,
      ),
    ),
  ),
  ...seam(...both(frame.armhole), `M450 ${frame.top + 38} L450 ${vent}`),
  line('groove', `M450 ${vent} L446 ${frame.bottom + 8}`, { width: 3 }),
  ...place(
    [
      panel(
        symmetric('M450 208 C416 206 392 200 374 192 C354 204 342 220 336 242 C374 256 412 262 450 262'),
        { level: 6 },
      ),
    ],
    [0, frame.top - 220],
  ),
];

const suit = topFrame({
  chest: 232,
  shoulder: 236,
  waist: 214,
  hem: 240,
  bottom: 910,
  wrist: [360, 880],
  cuff: 44,
  neck: 92,
  top: 220,
  slope: 40,
});

/** A jacket with notched lapels and two or three buttons. */
export function blazer({ buttons = 2 }: { buttons?: 2 | 3 } = {}): Cut {
  const frame = suit;
  const open = buttons === 2 ? 590 : 520;
  const half = `M474 ${open - 10} L356 222 L214 260 ${frame.armhole.replace(/^M\S+ \S+ /, '')} C214 580 240 640 236 700 C234 780 210 850 208 912 C290 928 380 936 420 926 C462 910 474 860 474 800 Z`;
  const front: Piece[] = [
    ...insideBack(open),
    ...sleevesOf(frame),
    panel(mirror(half)),
    panel(half, { level: 4.5 }),
    ...seam(...both(frame.armhole), ...both('M312 470 C308 560 306 640 302 700')),
    ...flap(250, 716, 124, 42, 6),
    panel(mirror('M304 452 L386 438 L388 458 L306 472 Z'), { level: 5, tone: -0.04 }),
    ...lapels(open),
    ...(buttons === 2 ? [open + 14, open + 128] : [open + 12, open + 110, open + 208]).map((y) =>
      dot('button', 456, y, 13),
    ),
    ...[0, 24, 48].flatMap((d) => {
      const [x, y] = frame.onSleeve(24 + d, -20);
      return [dot('button', x, y, 7), dot('button', 900 - x, y, 7)];
    }),
  ];
  return {
    front,
    back: coatBack(frame, 760),
    hang: 'top',
    neck: 220,
    spots: [
      { name: 'lapel', x: 420, y: 400, zoom: 2 },
      { name: 'pocket', x: 340, y: 730, zoom: 2.3 },
    ],
  };
}

const long = topFrame({
  chest: 232,
  shoulder: 234,
  waist: 240,
  hem: 268,
  top: 158,
  slope: 42,
  pit: 420,
  bottom: 1096,
  wrist: [362, 836],
  cuff: 52,
  neck: 84,
});
/** What is drawn for the jacket sits higher on the coat. */
const raised = (pieces: Piece[]): Piece[] => place(pieces, [0, -64]);

/** A long coat; with two rows of buttons, or one that is hidden. */
export function overcoat({ double = false }: { double?: boolean } = {}): Cut {
  const frame = long;
  const open = double ? 500 : 470;
  const edge = double ? 540 : 480;
  const half = `${frame.body(`M${edge} ${open - 20} L366 158`).replace(/450 1108$/, `${edge} 1106`)} Z`;
  const front: Piece[] = [
    ...raised(insideBack(open + 64)),
    ...sleevesOf(frame),
    panel(mirror(half)),
    panel(half, { level: 4.6 }),
    ...seam(...both(frame.armhole)),
    ...(double ? [] : stitch(`M${edge - 50} ${open + 20} L${edge - 50} 1100`)),
    ...flap(244, 690, 128, 44, 8),
    ...both(frame.cuffLine(70)).flatMap((d) => seam(d)),
    ...raised(lapels(open + 64)),
    ...(double
      ? [open + 30, open + 150, open + 270].flatMap((y) => [
          dot('button', 382, y, 14),
          dot('button', 518, y, 14),
        ])
      : [dot('button', 454, open + 26, 14)]),
  ];
  return {
    front,
    back: coatBack(frame, 800),
    hang: 'coat',
    neck: 158,
    spots: [
      { name: 'lapel', x: 430, y: 330, zoom: 2 },
      { name: 'pocket', x: 330, y: 740, zoom: 2.2 },
    ],
  };
}
