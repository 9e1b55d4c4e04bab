import { type Cut, dot, type Piece, panel, seam, stitch } from '../cut.ts';
import { across, mirror, symmetric } from '../path.ts';
import { both, topFrame } from './frames.ts';
import { foldedCollar, insideNeck, sleevesOf } from './jacket-parts.ts';

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
