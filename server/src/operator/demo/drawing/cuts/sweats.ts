import { type Cut, dot, label, line, type Piece, panel, seam, stitch } from '../cut.ts';
import { across, mirror, symmetric } from '../path.ts';
import { both, FOLDED_TOP, topFrame } from './frames.ts';

const frame = topFrame({
  chest: 250,
  shoulder: 250,
  waist: 256,
  hem: 244,
  bottom: 850,
  wrist: [368, 850],
  cuff: 50,
  neck: 92,
});
const HEM = 'M450 862 C370 862 290 858 206 850 L222 912 C296 922 370 924 450 924';

const shared: Piece[] = [
  panel(symmetric(HEM), { cloth: 'rib', level: 4.6 }),
  ...both(frame.band(-2, 62, 10)).map((d, i) =>
    panel(d, { cloth: 'rib', level: 4.8, grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }),
  ),
  ...seam(...both(frame.armhole)),
  ...stitch(...both('M222 276 C246 340 232 420 226 478')),
];
const sleeves: Piece[] = both(frame.sleeve).map((d, i) =>
  panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }),
);

/** A sweatshirt with the V at its neck. */
export function sweatshirt(): Cut {
  const front: Piece[] = [
    panel(symmetric('M450 238 C412 236 384 230 356 225 L360 270 L450 312'), {
      tone: -0.3,
      level: 1,
      cloth: 'lining',
    }),
    label('woven', 450, 258, 54, 28),
    ...sleeves,
    panel(symmetric(frame.body('M450 276 C410 276 378 262 358 226'))),
    ...shared,
    panel('M414 300 L486 300 L450 366 Z', { cloth: 'rib', level: 4.6 }),
    ...stitch('M414 300 L450 366 L486 300'),
    panel(symmetric('M450 276 C410 276 378 262 358 226 L334 229 C358 282 402 306 450 306'), {
      cloth: 'rib',
      level: 5.4,
    }),
    ...seam(across('M334 229 C358 282 402 306 450 306')),
  ];
  const back: Piece[] = [
    ...sleeves,
    panel(symmetric(frame.body('M450 244 C416 244 384 238 358 226'))),
    ...shared,
    panel(symmetric('M450 228 C412 224 384 222 362 215 L338 228 C374 248 410 256 450 256'), {
      cloth: 'rib',
      level: 5,
    }),
  ];
  return {
    front,
    back,
    hang: 'top',
    neck: 226,
    folded: FOLDED_TOP,
    spots: [
      { name: 'collar', x: 450, y: 330, zoom: 2.2 },
      { name: 'cuff', x: 130, y: 830, zoom: 2.4 },
    ],
  };
}

/** The hood as it lies: its outside, the dark within, and the two edges that cross at the throat. */
const hood: Piece[] = [
  panel(
    'M450 350 C392 332 340 290 312 236 C306 168 346 106 450 100 C554 106 594 168 588 236 C560 290 508 332 450 350 Z',
    { level: 3, tone: -0.02 },
  ),
  panel(symmetric('M450 136 C378 142 350 184 350 226 C366 272 402 306 450 318'), {
    tone: -0.42,
    level: 1.4,
    cloth: 'lining',
  }),
  label('woven', 450, 232, 60, 30),
  panel('M450 342 C392 326 346 286 322 232 C340 196 346 206 352 222 C368 270 404 306 462 324 L450 342 Z', {
    level: 6.4,
  }),
  panel(mirror('M438 342 C392 326 346 286 322 232 C340 196 346 206 352 222 C368 270 404 306 450 322 Z'), {
    level: 6,
  }),
  dot('eyelet', 412, 322, 7),
  dot('eyelet', 488, 322, 7),
];
const cords: Piece[] = [
  line('cord', 'M412 324 C404 370 410 420 402 478'),
  line('cord', 'M488 324 C498 366 488 410 494 456'),
];

const pouch = symmetric('M450 660 L354 660 L286 772 L290 846 C350 854 400 856 450 856');
const halfPouch = 'M436 664 L352 664 L290 776 L294 846 C350 854 400 856 436 856 Z';

/** A hooded sweatshirt; `zip` opens all the way. */
export function hoodie({ zip = false }: { zip?: boolean } = {}): Cut {
  const pockets = zip
    ? [...both(halfPouch).map((d) => panel(d, { level: 5 })), ...stitch(...both('M346 672 L296 768'))]
    : [panel(pouch, { level: 5 }), ...stitch(...both('M348 670 L290 770'), across('M358 668 L450 668'))];
  const front: Piece[] = [
    ...sleeves,
    panel(symmetric(frame.body('M450 322 C404 306 376 276 358 226'))),
    ...shared,
    ...pockets,
    ...hood,
    ...(zip ? [line('zip', 'M450 330 L450 920')] : []),
    ...cords,
  ];
  const back: Piece[] = [
    ...sleeves,
    panel(symmetric(frame.body('M450 244 C416 244 384 238 358 226'))),
    ...shared,
    panel(symmetric('M450 112 C372 116 326 170 322 232 C328 300 380 372 450 388'), { level: 6 }),
    ...seam('M450 114 L450 386'),
    ...stitch('M457 118 L457 382'),
  ];
  return {
    front,
    back,
    hang: 'top',
    neck: 226,
    folded: FOLDED_TOP.replaceAll(' 190', ' 90'),
    spots: [
      { name: 'hood', x: 450, y: 290, zoom: 2 },
      { name: 'pocket', x: 400, y: 770, zoom: 2.1 },
    ],
  };
}
