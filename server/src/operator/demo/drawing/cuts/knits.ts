import { type Cut, dot, label, type Piece, panel, seam } from '../cut.ts';
import { across, mirror, symmetric } from '../path.ts';
import { both, FOLDED_TOP, type TopFrame, topFrame } from './frames.ts';

interface KnitOptions {
  neck?: 'crew' | 'turtle' | 'vee';
  chest?: number;
  bottom?: number;
}

const knitFrame = (chest: number, bottom: number) =>
  topFrame({
    chest,
    shoulder: chest + 8,
    waist: chest + 8,
    hem: chest + 2,
    bottom,
    wrist: [342, 868],
    cuff: 45,
  });

function ribbing(frame: TopFrame): Piece[] {
  const { bottom, hem } = frame;
  const x = 450 - hem;
  const band = `M450 ${bottom + 12} C380 ${bottom + 12} ${x + 70} ${bottom + 10} ${x} ${bottom} L${x + 12} ${bottom + 56} C${x + 76} ${bottom + 66} 380 ${bottom + 68} 450 ${bottom + 68}`;
  return [
    panel(symmetric(band), { cloth: 'rib', level: 4.6 }),
    ...both(frame.band(-2, 62, 7)).map((d, i) =>
      panel(d, { cloth: 'rib', level: 4.8, grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }),
    ),
  ];
}

const sleevesOf = (frame: TopFrame): Piece[] =>
  both(frame.sleeve).map((d, i) => panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }));

const insideNeck = (depth: number): Piece[] => [
  panel(symmetric(`M450 236 C412 234 384 230 354 224 L358 ${depth - 40} L450 ${depth}`), {
    tone: -0.32,
    level: 1,
  }),
  label('woven', 450, 258, 54, 28),
];

const NECKS = {
  crew: {
    line: 'M450 278 C408 278 376 262 354 224',
    band: ['M450 278 C408 278 376 262 354 224 L330 227 C356 282 402 306 450 306'],
    joins: ['M330 227 C356 282 402 306 450 306'],
    depth: 310,
  },
  vee: {
    line: 'M450 440 L354 224',
    band: ['M450 440 L354 224 L330 227 L450 480'],
    joins: ['M330 227 L450 480'],
    depth: 490,
  },
  turtle: {
    line: 'M450 262 C408 262 376 250 354 224',
    band: [
      'M450 136 C412 136 386 142 372 152 C366 180 362 204 348 228 C380 254 414 264 450 264',
      'M450 132 C410 132 382 138 366 148 C364 170 362 186 356 202 C384 220 416 226 450 226',
    ],
    joins: ['M348 228 C380 254 414 264 450 264'],
    depth: 300,
  },
};

/** A pullover with a round, high or pointed neck. */
export function pullover({ neck = 'crew', chest = 240, bottom = 850 }: KnitOptions = {}): Cut {
  const frame = knitFrame(chest, bottom);
  const { line, band, joins, depth } = NECKS[neck];
  const shared = [...ribbing(frame), ...seam(...both(frame.armhole))];
  const collar: Piece[] = band.map((d, i) => panel(symmetric(d), { cloth: 'rib', level: 5.4 + i }));
  const front: Piece[] = [
    ...insideNeck(depth),
    ...sleevesOf(frame),
    panel(symmetric(frame.body(line))),
    ...shared,
    ...collar,
    ...seam(...joins.map(across)),
  ];
  const back: Piece[] = [
    ...sleevesOf(frame),
    panel(symmetric(frame.body('M450 244 C416 244 384 238 354 224'))),
    ...shared,
    ...(neck === 'turtle'
      ? collar
      : [
          panel(symmetric('M450 226 C412 226 384 222 362 214 L336 226 C372 246 410 254 450 254'), {
            cloth: 'rib',
            level: 5,
          }),
        ]),
  ];
  const spots = [
    { name: 'collar', x: 450, y: 300, zoom: 2.2 },
    { name: 'hem', x: 340, y: 860, zoom: 2.2 },
    { name: 'knit', x: 480, y: 600, zoom: 2.9 },
  ];
  return { front, back, hang: 'top', neck: 226, folded: FOLDED_TOP.replaceAll(' 190', ' 120'), spots };
}

/** A cardigan that closes with buttons. */
export function cardigan({ chest = 242, bottom = 860 }: KnitOptions = {}): Cut {
  const frame = knitFrame(chest, bottom);
  const half = `${frame.body('M450 505 L354 224', 12)} Z`;
  const band = `M462 ${bottom + 68} L462 500 L362 222 L334 227 L436 508 L436 ${bottom + 68} Z`;
  const pocket = 'M262 706 L398 712 L398 830 L264 824 Z';
  const front: Piece[] = [
    panel(symmetric('M450 236 C412 234 384 230 354 224 L352 400 L450 600'), {
      tone: -0.34,
      level: 1,
    }),
    label('woven', 450, 262, 56, 30),
    ...sleevesOf(frame),
    panel(mirror(half)),
    panel(half, { level: 4.2 }),
    ...ribbing(frame),
    ...seam(...both(frame.armhole)),
    ...both(pocket).flatMap((d) => [panel(d, { level: 5 })]),
    ...both('M260 690 L398 696 L398 714 L262 708 Z').map((d) =>
      panel(d, { cloth: 'rib', level: 5.4, grain: 0 }),
    ),
    panel(mirror(band), { cloth: 'rib', level: 5 }),
    panel(band, { cloth: 'rib', level: 5.6 }),
    ...[530, 618, 706, 794, 884].map((y) => dot('button', 449, y, 12)),
  ];
  const spots = [
    { name: 'collar', x: 440, y: 430, zoom: 2 },
    { name: 'buttons', x: 430, y: 790, zoom: 2.4 },
  ];
  return { front, back: pullover({ chest, bottom }).back, hang: 'top', neck: 226, folded: FOLDED_TOP, spots };
}

/** A sleeveless pullover over nothing. */
export function vest({ chest = 232, bottom = 830 }: KnitOptions = {}): Cut {
  const frame = topFrame({ chest, shoulder: chest - 34, waist: chest + 4, hem: chest, bottom, pit: 486 });
  const { line, band, joins } = NECKS.vee;
  const [x, y] = [450 - chest, 486];
  const trim = `${frame.armhole} L${x + 22} ${y - 10} C${x + 32} ${y - 86} ${x + 78} ${y - 150} ${x + 58} ${y - 222} Z`;
  const hemBand = ribbing(frame).slice(0, 1);
  const armbands = both(trim).map((d) => panel(d, { cloth: 'rib', level: 5 }));
  const front: Piece[] = [
    ...insideNeck(310),
    panel(symmetric('M450 240 L354 224 L330 300 L340 480 L450 480'), { tone: -0.4, level: 0.8 }),
    label('woven', 450, 262, 54, 28),
    panel(symmetric(frame.body(line))),
    ...hemBand,
    ...armbands,
    ...band.map((d) => panel(symmetric(d), { cloth: 'rib', level: 5.4 })),
    ...seam(...joins.map(across)),
  ];
  const back: Piece[] = [
    panel(symmetric(frame.body('M450 244 C416 244 384 238 354 224'))),
    ...hemBand,
    ...armbands,
    panel(symmetric('M450 226 C412 226 384 222 362 214 L336 226 C372 246 410 254 450 254'), {
      cloth: 'rib',
      level: 5,
    }),
  ];
  const spots = [
    { name: 'collar', x: 450, y: 360, zoom: 2 },
    { name: 'knit', x: 430, y: 640, zoom: 2.8 },
  ];
  return { front, back, hang: 'top', neck: 226, folded: FOLDED_TOP, spots };
}
