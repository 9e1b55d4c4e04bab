import { type Cut, line, type Piece, panel, seam, stitch } from '../cut.ts';
import { mirror, symmetric } from '../path.ts';
import { both, topFrame } from './frames.ts';
import { insideNeck, sleevesOf } from './jacket-parts.ts';

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
