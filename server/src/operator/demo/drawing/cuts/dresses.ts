import { type Cut, dot, label, line, type Piece, panel, seam, stitch } from '../cut.ts';
import { across, symmetric } from '../path.ts';
import { both, topFrame } from './frames.ts';

interface SkirtOptions {
  pleated?: boolean;
  flare?: number;
  bottom?: number;
}

/** A skirt to the calf, flared or in pleats. */
export function skirt({ pleated = false, flare = 290, bottom = 1010 }: SkirtOptions = {}): Cut {
  const x = 450 - flare;
  const body = symmetric(
    `M450 196 C390 196 340 194 306 190 C282 300 ${x + 40} ${bottom - 220} ${x} ${bottom - 18} C${x + 100} ${bottom + 10} 350 ${bottom + 16} 450 ${bottom + 16}`,
  );
  const band = panel(symmetric('M450 152 C390 152 344 150 308 146 L304 192 C344 200 390 202 450 202'), {
    level: 5,
    grain: 90,
  });
  const pleats = Array.from({ length: pleated ? 9 : 0 }, (_, i) => {
    const t = (i + 1) / 10;
    const [top, foot] = [304 + 292 * t, x + 2 * flare * t];
    return line(
      'groove',
      `M${top.toFixed(0)} 204 C${(top + (foot - top) * 0.2).toFixed(0)} 420 ${(foot - (foot - top) * 0.2).toFixed(0)} 760 ${foot.toFixed(0)} ${bottom + 6}`,
      { width: 3 },
    );
  });
  const hem = stitch(
    across(`M${x + 4} ${bottom - 44} C${x + 104} ${bottom - 16} 350 ${bottom - 10} 450 ${bottom - 10}`),
  );
  const front: Piece[] = [
    panel(symmetric('M450 158 C390 158 344 154 310 148 L310 186 L450 200'), {
      tone: -0.3,
      level: 1,
      cloth: 'lining',
    }),
    label('woven', 450, 172, 56, 24),
    panel(body),
    ...pleats,
    ...(pleated
      ? []
      : seam(...both(`M356 202 C330 420 ${x + 150} ${bottom - 260} ${x + 116} ${bottom + 4}`))),
    ...hem,
    band,
    ...stitch(across('M310 158 C346 164 390 166 450 166')),
  ];
  const back: Piece[] = [panel(body), ...pleats, line('zip', 'M450 160 L450 360'), ...hem, band];
  return {
    front,
    back,
    hang: 'skirt',
    spots: [
      { name: 'waist', x: 430, y: 260, zoom: 2 },
      { name: 'hem', x: 380, y: bottom - 120, zoom: 2 },
    ],
  };
}

const frame = topFrame({
  chest: 212,
  shoulder: 200,
  waist: 222,
  hem: 276,
  top: 136,
  slope: 38,
  pit: 380,
  bottom: 1090,
  wrist: [344, 760],
  cuff: 42,
  neck: 78,
});

/** A shirt dress with a tied waist. */
export function shirtDress(): Cut {
  const half = `${frame.body('M468 210 L372 136', 16).replace(/450 1106$/, '468 1106')} Z`;
  const sleeves = both(frame.sleeve).map((d, i) =>
    panel(d, { grain: i === 0 ? frame.sleeveTurn : -frame.sleeveTurn }),
  );
  const belt: Piece[] = [
    panel(symmetric('M450 604 C380 604 310 600 232 592 L231 630 C310 640 380 643 450 643'), {
      level: 6,
      grain: 90,
    }),
    panel('M436 600 L470 604 L476 648 L440 644 Z', { level: 7.4 }),
    panel('M444 644 C438 720 430 780 418 850 L448 856 C458 790 464 720 468 646 Z', { level: 6.6, grain: 8 }),
    panel('M458 644 C470 700 486 740 500 790 L526 780 C508 730 490 690 478 640 Z', {
      level: 6.8,
      grain: -18,
    }),
  ];
  const front: Piece[] = [
    panel(symmetric('M450 140 C416 136 392 132 374 132 L366 200 L450 300'), { tone: -0.3, level: 1 }),
    label('woven', 450, 168, 54, 26),
    ...sleeves,
    ...both(frame.band(-50, 2, -2)).map((d) => panel(d, { level: 4.8 })),
    panel(symmetric(frame.body('M450 206 L372 136', 16))),
    panel(half, { level: 4.4 }),
    ...seam(...both(frame.armhole)),
    panel('M434 200 L468 200 L468 1104 L434 1104 Z', { level: 5 }),
    ...stitch('M440 206 L440 1100', 'M462 206 L462 1100', across(frame.hemLine(1074, 3, 14))),
    ...both('M448 174 C422 166 398 150 382 124 C366 128 356 138 350 152 L378 262 L448 186 Z').map((d) =>
      panel(d, { level: 7, tone: 0.04 }),
    ),
    ...[270, 372, 474, 576, 690, 800, 910].map((y) => dot('button', 451, y, 8.5)),
    ...belt,
  ];
  const back: Piece[] = [
    ...sleeves,
    panel(symmetric(frame.body('M450 152 C416 152 390 146 372 136', 16))),
    ...seam(...both(frame.armhole), across('M260 244 C320 252 390 256 450 256')),
    ...stitch(across(frame.hemLine(1074, 3, 14))),
    panel(symmetric('M450 134 C416 132 392 126 380 118 C362 126 352 138 346 156 C384 168 416 174 450 174'), {
      level: 6,
    }),
    panel(symmetric('M450 604 C380 604 310 600 232 592 L231 630 C310 640 380 643 450 643'), {
      level: 6,
      grain: 90,
    }),
  ];
  return {
    front,
    back,
    hang: 'dress',
    neck: 136,
    spots: [
      { name: 'collar', x: 450, y: 240, zoom: 2.1 },
      { name: 'waist', x: 450, y: 650, zoom: 2 },
    ],
  };
}

/** A sleeveless dress cut on the bias. */
export function slipDress(): Cut {
  const half =
    'M450 330 C420 318 372 262 346 232 C336 270 300 330 268 372 C280 470 304 540 300 610 C292 760 220 940 186 1076 C270 1100 360 1106 450 1106';
  const straps = both('M346 240 C352 200 366 160 372 120').map((d) =>
    line('cord', d, { width: 6, colour: '#26241f' }),
  );
  const backHalf =
    'M450 400 C410 394 340 380 268 372 C280 470 304 540 300 610 C292 760 220 940 186 1076 C270 1100 360 1106 450 1106';
  const front: Piece[] = [
    panel(symmetric('M450 396 C390 390 330 380 270 372 L300 420 L450 430'), { tone: -0.35, level: 1 }),
    label('woven', 450, 384, 44, 20),
    ...straps,
    panel(symmetric(half)),
    ...stitch(across('M350 246 C376 276 422 326 450 338')),
    ...seam(...both('M330 380 C350 430 352 480 344 540')),
    ...stitch(across('M188 1062 C270 1086 360 1092 450 1092')),
  ];
  return {
    front,
    back: [
      ...both('M346 400 C350 300 364 200 372 120').map((d) =>
        line('cord', d, { width: 6, colour: '#26241f' }),
      ),
      panel(symmetric(backHalf)),
      ...seam('M450 402 L450 1104'),
    ],
    hang: 'dress',
    spots: [
      { name: 'neckline', x: 430, y: 340, zoom: 2.1 },
      { name: 'hem', x: 380, y: 980, zoom: 2 },
    ],
  };
}
