import { type Cut, dot, label, type Piece, panel, seam, stitch } from '../cut.ts';
import { across, mirror, symmetric } from '../path.ts';
import { both, FOLDED_TOP, topFrame } from './frames.ts';

interface ShirtOptions {
  /** Pointed, buttoned down, open as on holiday, or a band without leaves. */
  collar?: 'point' | 'buttondown' | 'camp' | 'band';
  short?: boolean;
  pockets?: 0 | 1 | 2;
  chest?: number;
}

const TAIL = 70;

function collarOf(kind: ShirtOptions['collar']): Piece[] {
  if (kind === 'band') {
    return [
      panel(
        symmetric('M450 262 C414 256 384 240 366 214 C358 216 352 220 348 228 C370 262 410 282 450 288'),
        { level: 6 },
      ),
      dot('button', 450, 276, 8),
    ];
  }
  if (kind === 'camp') {
    return [
      ...both('M450 330 L372 214 C352 218 340 226 332 240 L330 306 L372 318 Z').map((d) =>
        panel(d, { level: 6, tone: 0.05 }),
      ),
      ...stitch(...both('M340 244 L338 299 L374 310')),
    ];
  }
  const tip = 366;
  return [
    panel(symmetric('M450 250 C420 250 390 238 370 216 L362 226 C384 256 420 272 450 274'), {
      level: 5,
      tone: -0.06,
    }),
    ...both(`M448 262 C420 256 392 238 372 210 C354 214 342 224 334 240 L${tip} 352 L448 274 Z`).map((d) =>
      panel(d, { level: 7, tone: 0.05 }),
    ),
    ...stitch(...both(`M342 244 L${tip + 3} 341 L440 272`)),
    dot('button', 450, 268, 8),
    ...(kind === 'buttondown' ? [dot('button', 370, 334, 6), dot('button', 530, 334, 6)] : []),
  ];
}

/** A shirt that buttons through. */
export function shirt({ collar = 'point', short = false, pockets = 1, chest = 244 }: ShirtOptions = {}): Cut {
  const frame = topFrame({
    chest,
    shoulder: chest - 4,
    waist: chest,
    hem: chest + 2,
    bottom: short ? 900 : 900,
    neck: 92,
    ...(short ? { wrist: [chest + 104, 530], cuff: 78 } : { wrist: [364, 880], cuff: 44 }),
  });
  const neckline = collar === 'camp' ? 'M468 400 L358 226' : 'M468 290 L358 226';
  const tail = short ? 12 : TAIL;
  const half = `${frame.body(neckline, tail).replace(/450 (\d+)$/, '468 $1')} Z`;
  const pocket = 'M516 432 L620 428 L620 534 L570 560 L518 540 Z';
  const cuffs: Piece[] = short
    ? stitch(...both(frame.cuffLine(26)))
    : [
        ...both(frame.band(-58, 2, -3)).map((d, i) =>
          panel(d, { level: 4.8, grain: i ? -frame.sleeveTurn : frame.sleeveTurn }),
        ),
        ...stitch(...both(frame.cuffLine(52)), ...both(frame.cuffLine(6))),
        ...[frame.onSleeve(28, 14)].flatMap(([x, y]) => [
          dot('button', x, y, 7),
          dot('button', 900 - x, y, 7),
        ]),
      ];
  const sleeves = both(frame.sleeve).map((d, i) =>
    panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }),
  );
  const hemStitch = stitch(across(frame.hemLine(884, 4, tail)));
  const buttons = collar === 'camp' ? [420, 530, 640, 750, 860] : [370, 478, 586, 694, 802, 910];
  const front: Piece[] = [
    panel(symmetric('M450 228 C412 226 384 220 360 220 L352 300 L450 420'), { tone: -0.28, level: 1 }),
    label('woven', 450, 262, 58, 28),
    ...sleeves,
    ...cuffs,
    panel(mirror(half)),
    panel(half, { level: 4.5 }),
    ...seam(...both(frame.armhole), ...both(`M358 248 L${450 - chest + 6} 292`)),
    ...hemStitch,
    panel(
      `M432 ${collar === 'camp' ? 372 : 284} L468 ${collar === 'camp' ? 396 : 284} L468 ${900 + tail} L432 ${900 + tail} Z`,
      { level: 5 },
    ),
    ...stitch(
      `M438 ${collar === 'camp' ? 384 : 290} L438 ${896 + tail}`,
      `M462 ${collar === 'camp' ? 396 : 290} L462 ${896 + tail}`,
    ),
    ...(pockets
      ? [
          panel(pocket, { level: 5.2 }),
          ...stitch('M517 450 L619 446', 'M521 452 L523 536 L570 554 L615 530 L615 450'),
        ]
      : []),
    ...(pockets === 2 ? [panel(mirror(pocket), { level: 5.2 }), ...stitch(mirror('M517 450 L619 446'))] : []),
    ...collarOf(collar),
    ...buttons.map((y) => dot('button', 450, y, 8.5)),
  ];
  const back: Piece[] = [
    ...sleeves,
    ...cuffs,
    panel(symmetric(frame.body('M450 240 C416 240 384 236 358 226', tail))),
    ...seam(
      ...both(frame.armhole),
      across('M216 322 C300 330 380 332 450 332'),
      ...both('M438 332 L441 560'),
    ),
    ...hemStitch,
    panel(symmetric('M450 222 C412 220 386 214 370 206 C350 214 338 226 332 244 C374 258 412 264 450 264'), {
      level: 6,
    }),
    ...stitch(across('M338 243 C376 254 412 258 450 258')),
  ];
  return {
    front,
    back,
    hang: 'top',
    neck: 226,
    folded: FOLDED_TOP,
    spots: [
      { name: 'collar', x: 450, y: 330, zoom: 2.2 },
      short ? { name: 'hem', x: 420, y: 820, zoom: 2.2 } : { name: 'cuff', x: 140, y: 830, zoom: 2.6 },
    ],
  };
}
