import { type Cut, dot, label, line, type Piece, panel, seam, stitch } from '../cut.ts';
import { mirror, symmetric } from '../path.ts';
import { both, type LegFrame, legFrame } from './frames.ts';

const loop = (x: number, top: number, height: number): Piece[] => [
  panel(`M${x - 9} ${top} L${x + 9} ${top} L${x + 9} ${top + height} L${x - 9} ${top + height} Z`, {
    level: 6,
  }),
  line('bartack', `M${x - 8} ${top + 4} L${x + 8} ${top + 4}`, { width: 4 }),
  line('bartack', `M${x - 8} ${top + height - 4} L${x + 8} ${top + height - 4}`, { width: 4 }),
];

interface JeansOptions {
  cuffed?: boolean;
  hem?: number;
  knee?: number;
}

function turnUps(frame: LegFrame, up: number): Piece[] {
  const [out, inn] = [frame.outerHem, frame.innerHem];
  const middle = (out[0] + inn[0]) / 2;
  return both(frame.cuff(up)).flatMap((d, i) => {
    const x = i === 0 ? middle - 14 : 900 - middle + 14;
    return [
      panel(d, { cloth: 'lining', level: 5.4 }),
      line('stitch', `M${x - 4} ${frame.bottom - up + 8} L${x - 4} ${frame.bottom + 12}`, {
        colour: '#b3303a',
        width: 1.8,
      }),
      line('groove', `M${x} ${frame.bottom - up + 8} L${x} ${frame.bottom + 12}`, { width: 1.4 }),
    ];
  });
}

/** Five-pocket jeans; turned up they show their selvedge. */
export function jeans({ cuffed = false, hem = 84, knee = 94 }: JeansOptions = {}): Cut {
  const frame = legFrame({ hem, knee, top: 168, bottom: cuffed ? 1046 : 1070 });
  const legs: Piece[] = [panel(mirror(frame.leg)), panel(frame.leg, { level: 4.3 })];
  const band = panel(symmetric(frame.waistband(44)), { level: 5, grain: 90 });
  const ends = cuffed ? turnUps(frame, 44) : stitch(...both(frame.hemLine(14)));
  const bandStitch = stitch(
    ...both('M288 132 C340 138 400 140 450 140'),
    ...both('M286 164 C340 171 400 174 450 174'),
  );
  const front: Piece[] = [
    panel(symmetric('M450 128 C400 128 340 124 290 120 L292 158 L450 172'), { tone: -0.3, level: 1 }),
    ...legs,
    ...seam(...both(frame.outseam)),
    ...both('M300 176 C306 246 346 282 404 284 L404 178 Z').map((d) => panel(d, { level: 3.6, tone: -0.05 })),
    ...both('M290 176 C298 254 342 294 412 296 L412 178 L404 178 L404 286 C348 284 306 246 300 176 Z').map(
      (d) => panel(d, { level: 4.4 }),
    ),
    ...stitch(...both('M296 182 C304 250 346 287 408 289'), ...both('M286 182 C294 260 342 302 412 303')),
    ...stitch('M560 212 L604 208'),
    ...seam('M450 176 L450 480'),
    ...stitch(
      'M458 178 L458 476',
      'M500 178 L500 326 C500 362 480 386 456 404',
      'M493 178 L493 324 C493 354 476 376 458 392',
    ),
    line('bartack', 'M457 402 L474 396', { width: 5 }),
    band,
    ...bandStitch,
    ...ends,
    ...[346, 554].flatMap((x) => loop(x, 122, 56)),
    dot('snap', 450, 152, 14),
    ...[
      [302, 190],
      [403, 190],
      [498, 190],
      [598, 190],
    ].map(([x = 0, y = 0]) => dot('rivet', x, y, 5)),
  ];
  const pocket = 'M262 318 L392 330 L388 448 L330 482 L266 436 Z';
  const back: Piece[] = [
    ...legs,
    ...seam(...both(frame.outseam), 'M450 176 L450 480', ...both('M262 244 C330 262 400 288 450 306')),
    ...stitch(
      'M457 178 L457 476',
      ...both('M262 252 C330 270 400 296 450 314'),
      ...both('M262 236 C330 254 400 280 450 298'),
    ),
    ...both(pocket).flatMap((d) => [panel(d, { level: 5.2 })]),
    ...stitch(...both('M264 332 L391 344'), ...both('M268 334 L271 433 L330 475 L383 444 L386 344')),
    ...stitch(...both('M270 392 C300 372 318 380 328 398 C340 384 362 382 386 400')),
    label('tab', 262, 356, 9, 22),
    band,
    ...bandStitch,
    ...ends,
    ...[300, 450, 600].flatMap((x) => loop(x, 122, 56)),
    label('leather', 546, 152, 84, 46, 1.5),
  ];
  return {
    front,
    back,
    hang: 'legs',
    folded: 'M452 90 C450 240 454 360 451 462 C400 468 280 468 226 462 L226 90 Z',
    spots: [
      { name: 'pocket', x: 380, y: 270, zoom: 2.1 },
      { name: 'hem', x: 330, y: 960, zoom: 2.2 },
    ],
  };
}

interface TrouserOptions {
  pleats?: 0 | 1 | 2;
  hem?: number;
  knee?: number;
  short?: boolean;
  drawstring?: boolean;
}

/** Trousers with a crease, or shorts. */
export function trousers({
  pleats = 2,
  hem = 88,
  knee = hem + 16,
  short = false,
  drawstring = false,
}: TrouserOptions = {}): Cut {
  const frame = legFrame({
    hem: short ? 120 : hem,
    knee: short ? 118 : knee,
    hip: short ? 212 : 204,
    waist: 168,
    stance: short ? 136 : 134,
    top: 168,
    crotch: 498,
    bottom: short ? 760 : 1080,
  });
  const legs: Piece[] = [panel(mirror(frame.leg)), panel(frame.leg, { level: 4.3 })];
  const band = panel(symmetric(frame.waistband(46)), { level: 5, grain: 90 });
  const creaseEnd = frame.bottom - 4;
  const crease = `M356 ${short ? 300 : 260} C330 480 ${450 - frame.stance + 4} 760 ${450 - frame.stance} ${creaseEnd}`;
  const front: Piece[] = [
    panel(symmetric('M450 126 C400 126 340 122 288 120 L292 158 L450 174'), {
      tone: -0.3,
      level: 1,
      cloth: 'lining',
    }),
    label('woven', 450, 148, 60, 26),
    ...legs,
    ...seam(...both(frame.outseam), 'M450 178 L450 498'),
    ...both('M282 178 L254 352').flatMap((d) => seam(d)),
    ...stitch(...both('M291 180 L263 350'), 'M492 180 L492 350 C490 384 476 404 456 420'),
    ...Array.from({ length: pleats }, (_, i) =>
      both(`M${356 - i * 34} 178 C${354 - i * 34} 230 ${350 - i * 34} 280 ${346 - i * 36} ${330 - i * 30}`),
    )
      .flat()
      .flatMap((d) => [line('groove', d, { width: 3 })]),
    ...(drawstring ? [] : both(crease).map((d) => line('groove', d, { width: 1.6 }))),
    band,
    ...(drawstring
      ? [
          ...Array.from({ length: 22 }, (_, i) =>
            line(
              'elastic',
              `M${292 + i * 15} 126 C${290 + i * 15} 140 ${294 + i * 15} 156 ${291 + i * 15} 172`,
            ),
          ),
          dot('eyelet', 430, 152, 6),
          dot('eyelet', 470, 152, 6),
          line('cord', 'M430 154 C420 200 436 240 424 290'),
          line('cord', 'M470 154 C482 196 468 236 478 276'),
        ]
      : [...[340, 560].flatMap((x) => loop(x, 122, 56)), dot('button', 456, 150, 10)]),
    ...(short ? stitch(...both(frame.hemLine(26))) : []),
  ];
  const welt = 'M266 330 L384 342 L384 352 L265 340 Z';
  const back: Piece[] = [
    ...legs,
    ...seam(...both(frame.outseam), 'M450 178 L450 498'),
    ...both('M326 178 L330 300').map((d) => line('groove', d, { width: 2.4 })),
    ...both(welt).map((d) => panel(d, { level: 5, tone: -0.08 })),
    dot('button', 325, 366, 8),
    dot('button', 575, 366, 8),
    ...(drawstring ? [] : both(crease).map((d) => line('groove', d, { width: 1.6 }))),
    band,
    ...[300, 450, 600].flatMap((x) => loop(x, 122, 56)),
  ];
  return {
    front,
    back,
    hang: 'legs',
    folded: 'M452 90 C450 240 454 360 451 462 C400 468 280 468 226 462 L226 90 Z',
    spots: [
      { name: 'waist', x: 430, y: 250, zoom: 2 },
      { name: 'hem', x: 350, y: frame.bottom - 90, zoom: 2.2 },
    ],
  };
}
