import { type Cut, label, type Piece, panel, seam, stitch } from '../cut.ts';
import { across, symmetric } from '../path.ts';
import { both, FOLDED_TOP, topFrame } from './frames.ts';

interface TeeOptions {
  pocket?: boolean;
  long?: boolean;
  /** Half the width of the body; 238 is regular. */
  chest?: number;
}

/** A T-shirt with short or long sleeves. */
export function tee({ pocket = false, long = false, chest = 238 }: TeeOptions = {}): Cut {
  const frame = topFrame({
    chest,
    shoulder: chest + 4,
    waist: chest + 3,
    hem: chest + 6,
    ...(long ? { wrist: [362, 880], cuff: 42 } : { wrist: [chest + 104, 508], cuff: 72 }),
  });
  const rib = 'C412 266 380 254 360 226 L340 228 C362 268 404 288 450 288';
  const sleeves = both(frame.sleeve).map((d, i) =>
    panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }),
  );
  const shared: Piece[] = [
    ...seam(...both(frame.armhole)),
    ...stitch(...both(frame.cuffLine(long ? 14 : 16)), across(frame.hemLine(frame.bottom - 18))),
  ];
  const front: Piece[] = [
    panel(symmetric('M450 248 C410 244 386 238 360 226 L366 262 L450 300'), {
      tone: -0.3,
      level: 1,
      cloth: 'lining',
    }),
    ...seam(across('M362 236 C386 252 412 258 450 258')),
    label('woven', 450, 258, 50, 26),
    ...sleeves,
    panel(symmetric(frame.body('M450 266 C412 266 380 254 360 226'))),
    panel(symmetric(`M450 266 ${rib}`), { cloth: 'rib', level: 5 }),
    ...seam(across('M340 228 C362 268 404 288 450 288')),
    ...shared,
    ...(pocket
      ? [
          panel('M520 410 L612 407 L611 500 L566 516 L522 503 Z', { level: 5 }),
          ...stitch('M520 425 L612 422', 'M524 428 L526 500 L566 512 L607 497 L608 425'),
        ]
      : []),
  ];
  const back: Piece[] = [
    ...sleeves,
    panel(symmetric(frame.body('M450 246 C416 246 386 240 360 226'))),
    panel(symmetric('M450 246 C416 246 386 240 360 226 L340 228 C368 252 408 264 450 264'), {
      cloth: 'rib',
      level: 5,
    }),
    ...seam(across('M340 228 C368 252 408 264 450 264')),
    ...shared,
  ];
  return {
    front,
    back,
    hang: 'top',
    neck: 226,
    folded: FOLDED_TOP,
    spots: [
      { name: 'collar', x: 450, y: 330, zoom: 2.3 },
      { name: 'hem', x: 350, y: 860, zoom: 2.1 },
    ],
  };
}
