import { type Cut, dot, type Piece, panel, seam, stitch } from '../cut.ts';
import { across, mirror, symmetric } from '../path.ts';
import { both, topFrame } from './frames.ts';
import { foldedCollar, insideNeck, sleevesOf } from './jacket-parts.ts';

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
