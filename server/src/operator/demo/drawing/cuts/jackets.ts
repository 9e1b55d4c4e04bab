import { type Cut, dot, label, line, type Piece, panel, seam, stitch } from '../cut.ts';
import { across, mirror, symmetric } from '../path.ts';
import { both, type TopFrame, topFrame } from './frames.ts';

const sleevesOf = (frame: TopFrame): Piece[] =>
  both(frame.sleeve).map((d, i) => panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }));

/** The back of the neck seen from inside, with the label in it. */
const insideNeck = (depth: number): Piece[] => [
  panel(symmetric(`M450 226 C412 224 384 220 356 222 L352 ${depth - 80} L450 ${depth}`), {
    cloth: 'lining',
    level: 1,
    tone: -0.25,
  }),
  label('woven', 450, 262, 62, 32),
];

const foldedCollar = (point: number): Piece[] => {
  const leaf = `M450 240 C420 238 388 230 366 214 C346 220 332 232 322 250 L${point} 344 L450 272 Z`;
  return [
    ...both(leaf).map((d) => panel(d, { level: 7 })),
    ...stitch(...both(`M330 252 L${point + 3} 334 L440 272`)),
  ];
};

const trucker = topFrame({
  chest: 236,
  shoulder: 232,
  waist: 228,
  hem: 214,
  bottom: 800,
  wrist: [356, 850],
  cuff: 46,
  neck: 96,
});

/** A denim jacket of the second kind: pleats beside the placket, flaps on the pockets. */
export function truckerJacket(): Cut {
  const frame = trucker;
  const band = `M450 812 C370 812 300 808 ${450 - frame.hem} 800 L${450 - frame.hem + 4} 858 C304 866 370 870 450 870`;
  const flap = 'M292 426 L398 432 L397 482 L346 504 L293 476 Z';
  const half = `${frame.body('M450 276 L354 226')} Z`;
  const front: Piece[] = [
    ...insideNeck(300),
    ...sleevesOf(frame),
    ...both(frame.band(-52, 2, 2)).map((d) => panel(d, { level: 4.6 })),
    panel(mirror(half)),
    panel(half, { level: 4.4 }),
    panel(symmetric(band), { level: 4.8, grain: 90 }),
    ...seam(...both(frame.armhole), ...both('M214 428 C290 434 360 436 432 436')),
    ...stitch(...both('M220 440 C290 446 360 448 430 448'), ...both('M222 422 C290 427 360 429 430 429')),
    ...both('M306 446 L336 802').flatMap((d) => [...seam(d)]),
    ...stitch(...both('M314 448 L343 800'), ...both('M398 448 L386 800'), ...both('M390 448 L378 800')),
    ...both(flap).map((d) => panel(d, { level: 6 })),
    ...stitch(...both('M299 436 L299 472 L346 496 L391 477 L392 440')),
    panel('M432 274 L470 270 L470 868 L432 868 Z', { level: 5.4 }),
    ...stitch('M438 276 L438 864', 'M464 274 L464 864'),
    ...foldedCollar(366),
    ...stitch(
      across('M242 814 C304 822 370 826 450 826'),
      across('M242 848 C304 856 370 860 450 860'),
      ...both(frame.cuffLine(46)),
      ...both(frame.cuffLine(6)),
    ),
    ...[318, 404, 490, 576, 662, 748, 842].map((y) => dot('snap', 451, y, 10)),
    dot('snap', 346, 484, 8),
    dot('snap', 554, 484, 8),
    ...[frame.onSleeve(24, 20)].flatMap(([x, y]) => [dot('snap', x, y, 8), dot('snap', 900 - x, y, 8)]),
  ];
  const back: Piece[] = [
    ...sleevesOf(frame),
    ...both(frame.band(-52, 2, 2)).map((d) => panel(d, { level: 4.6 })),
    panel(symmetric(frame.body('M450 240 C416 240 384 236 354 226'))),
    panel(symmetric(band), { level: 4.8, grain: 90 }),
    ...seam(
      ...both(frame.armhole),
      across('M214 404 C300 412 370 414 450 414'),
      ...both('M350 414 L368 806'),
    ),
    ...stitch(
      across('M214 416 C300 424 370 426 450 426'),
      ...both('M358 426 L376 806'),
      across('M242 814 C304 822 370 826 450 826'),
    ),
    panel(symmetric('M450 222 C412 220 386 214 366 206 C346 214 334 226 326 246 C370 262 412 268 450 268'), {
      level: 6,
    }),
    ...stitch(across('M334 244 C374 256 412 261 450 261')),
  ];
  return {
    front,
    back,
    hang: 'top',
    neck: 226,
    spots: [
      { name: 'collar', x: 450, y: 330, zoom: 2.2 },
      { name: 'pocket', x: 350, y: 470, zoom: 2.6 },
      { name: 'hem', x: 420, y: 800, zoom: 2.4 },
    ],
  };
}

const chore = topFrame({
  chest: 250,
  shoulder: 246,
  waist: 252,
  hem: 256,
  bottom: 930,
  wrist: [368, 890],
  cuff: 50,
  neck: 94,
});

/** A workman's jacket with patch pockets. */
export function choreJacket({ pockets = 3 }: { pockets?: 3 | 4 } = {}): Cut {
  const frame = chore;
  const half = `${frame.body('M464 290 L354 226').replace(/450 942$/, '464 942')} Z`;
  const lower = 'M246 690 L398 694 L399 866 C350 872 296 872 248 862 Z';
  const chestLeft = 'M292 420 L396 424 L396 532 L294 528 Z';
  const front: Piece[] = [
    ...insideNeck(310),
    ...sleevesOf(frame),
    panel(mirror(half)),
    panel(half, { level: 4.5 }),
    ...seam(...both(frame.armhole), 'M464 288 L464 940'),
    ...stitch('M440 292 L440 936', across(frame.hemLine(912)), ...both(frame.cuffLine(18))),
    ...both(lower).map((d) => panel(d, { level: 5 })),
    ...stitch(...both('M254 706 L392 710'), ...both('M253 700 L254 858 C298 866 350 866 392 860 L391 704')),
    ...(pockets === 4 ? both(chestLeft) : [mirror(chestLeft)]).map((d) => panel(d, { level: 5 })),
    ...stitch(
      ...(pockets === 4
        ? both('M299 436 L300 522 L390 526 L390 438 M299 436')
        : [mirror('M299 436 L300 522 L390 526 L390 438')]),
    ),
    ...foldedCollar(360),
    ...[330, 464, 598, 732, 866].map((y) => dot('button', 452, y, 12)),
  ];
  const back: Piece[] = [
    ...sleevesOf(frame),
    panel(symmetric(frame.body('M450 240 C416 240 384 236 354 226'))),
    ...seam(...both(frame.armhole), 'M450 262 L450 940'),
    ...stitch('M458 264 L458 936', across(frame.hemLine(912)), ...both(frame.cuffLine(18))),
    panel(symmetric('M450 222 C412 220 386 214 366 206 C346 214 334 226 326 246 C370 262 412 268 450 268'), {
      level: 6,
    }),
    ...stitch(across('M334 244 C374 256 412 261 450 261')),
  ];
  return {
    front,
    back,
    hang: 'top',
    neck: 226,
    spots: [
      { name: 'collar', x: 450, y: 330, zoom: 2.1 },
      { name: 'pocket', x: 330, y: 780, zoom: 2.3 },
      { name: 'cuff', x: 130, y: 840, zoom: 2.4 },
    ],
  };
}

const blouson = topFrame({
  chest: 254,
  shoulder: 248,
  waist: 262,
  hem: 240,
  bottom: 800,
  wrist: [366, 812],
  cuff: 58,
  neck: 96,
});

/** A bomber with ribbed collar, cuffs and hem. */
export function bomber(): Cut {
  const frame = blouson;
  const half = `${frame.body('M450 286 L354 226')} Z`;
  const hem = 'M450 812 C370 812 290 808 210 800 L232 872 C300 880 370 882 450 882';
  const collar = 'M450 264 C418 258 386 240 364 208 C350 210 340 218 334 228 C356 276 400 304 450 310';
  const ribs: Piece[] = [
    panel(symmetric(hem), { cloth: 'rib', level: 4.6 }),
    ...both(frame.band(-2, 66, 16)).map((d, i) =>
      panel(d, { cloth: 'rib', level: 4.6, grain: i ? -frame.sleeveTurn : frame.sleeveTurn }),
    ),
  ];
  const front: Piece[] = [
    ...insideNeck(330),
    ...sleevesOf(frame),
    panel(mirror(half)),
    panel(half),
    ...ribs,
    ...seam(...both(frame.armhole)),
    ...stitch(...both('M224 300 C246 350 240 420 226 470')),
    ...both('M262 590 L306 700 L328 692 L284 582 Z').map((d) => panel(d, { level: 5.4 })),
    ...stitch(...both('M270 592 L310 692')),
    panel(symmetric(collar), { cloth: 'rib', level: 6 }),
    line('zip', 'M450 270 L450 878'),
    ...[frame.onSleeve(300, 6)].flatMap(([x, y]) => [
      line(
        'zip',
        `M${(x - 26).toFixed(0)} ${(y - 34).toFixed(0)} L${(x + 4).toFixed(0)} ${(y + 38).toFixed(0)}`,
      ),
    ]),
  ];
  const back: Piece[] = [
    ...sleevesOf(frame),
    panel(symmetric(frame.body('M450 240 C416 240 384 236 354 226'))),
    ...ribs,
    ...seam(...both(frame.armhole)),
    panel(symmetric('M450 214 C414 212 388 206 366 198 C350 206 340 216 332 230 C372 250 412 256 450 256'), {
      cloth: 'rib',
      level: 5.6,
    }),
  ];
  return {
    front,
    back,
    hang: 'top',
    neck: 226,
    spots: [
      { name: 'collar', x: 450, y: 320, zoom: 2.1 },
      { name: 'pocket', x: 320, y: 660, zoom: 2.3 },
      { name: 'hem', x: 420, y: 800, zoom: 2.3 },
    ],
  };
}
