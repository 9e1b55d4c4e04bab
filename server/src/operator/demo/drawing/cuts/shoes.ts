import { type Cut, dot, label, line, mirrored, type Piece, panel, place, seam, stitch } from '../cut.ts';

/** A left shoe from above, its toe up. */
const SOLE =
  'M286 196 C226 200 186 270 178 372 C174 450 200 520 206 604 C208 700 190 780 200 856 C208 930 248 960 298 960 C348 960 388 930 396 856 C404 780 396 700 400 604 C406 516 418 440 408 352 C398 256 350 192 286 196 Z';
const UPPER =
  'M288 210 C236 214 200 280 193 376 C190 452 214 522 220 604 C222 700 206 780 214 850 C222 916 256 944 298 944 C340 944 374 916 382 850 C390 780 382 700 386 604 C391 516 402 440 393 358 C384 268 344 206 288 210 Z';
const MOUTH =
  'M302 640 C346 640 362 690 360 770 C358 852 340 902 300 902 C258 902 240 852 238 770 C236 690 256 640 302 640 Z';

const rows = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

const laces = (from: number, to: number, count: number, reach: number, colour: string): Piece[] => [
  ...rows(from, to, count).flatMap((y, i) => [
    line(
      'lace',
      `M${300 - reach} ${y} C${290 - reach / 2} ${y + 8} ${310 + reach / 2} ${y + (i % 2 ? 2 : 14)} ${300 + reach} ${y + 6}`,
      { width: 9, colour },
    ),
  ]),
  line(
    'lace',
    `M300 ${to + 10} C250 ${to + 8} 226 ${to + 34} 246 ${to + 54} C268 ${to + 66} 290 ${to + 40} 302 ${to + 12}`,
    { width: 7, colour },
  ),
  line(
    'lace',
    `M302 ${to + 10} C350 ${to + 4} 376 ${to + 30} 360 ${to + 52} C340 ${to + 68} 318 ${to + 40} 304 ${to + 12}`,
    { width: 7, colour },
  ),
];

const insole = [panel(MOUTH, { cloth: 'lining', level: 1, tone: -0.12 }), label('woven', 300, 842, 62, 34)];

/** Both shoes from one. */
const pair = (shoe: Piece[]): Piece[] => [
  ...place(shoe, [-10, 6], -3),
  ...mirrored(place(shoe, [-10, 22], -1)),
];

const shoe = (left: Piece[], side: Piece[], spots: Cut['spots']): Cut => ({
  front: pair(left),
  back: [...place(side, [10, -190]), ...mirrored(place(side, [-6, 190]))],
  hang: 'still',
  puff: 30,
  spots,
});

const SPOTS = [
  { name: 'toe', x: 300, y: 380, zoom: 2 },
  { name: 'insole', x: 300, y: 800, zoom: 2.3 },
];

/** A low sneaker on a rubber sole. */
export function sneaker({
  laceColour = '#eeeae0',
  stripes = false,
}: {
  laceColour?: string;
  stripes?: boolean;
} = {}): Cut {
  const left: Piece[] = [
    panel(SOLE, { cloth: 'sole', level: 2 }),
    panel(UPPER),
    panel(
      'M290 212 C240 216 206 280 198 372 C196 404 200 430 204 452 C262 424 334 424 392 448 C396 420 398 386 392 358 C384 268 344 208 290 212 Z',
      { cloth: 'second', level: 4.6 },
    ),
    ...stitch('M205 462 C262 434 334 434 391 458'),
    panel('M252 470 L352 470 L362 660 L242 660 Z', { level: 4.2, tone: -0.06 }),
    ...insole,
    panel('M244 452 C262 446 270 470 268 500 L262 660 C250 664 236 668 226 672 C222 600 214 520 208 470 Z', {
      cloth: 'second',
      level: 5.4,
    }),
    panel('M356 452 C338 446 332 470 334 500 L340 660 C352 664 366 668 378 672 C382 600 388 520 392 470 Z', {
      cloth: 'second',
      level: 5.4,
    }),
    ...stitch('M240 462 C256 458 262 476 260 502 L254 654', 'M362 462 C346 458 340 476 342 502 L348 654'),
    ...rows(490, 634, 5).flatMap((y) => [dot('eyelet', 249, y, 6), dot('eyelet', 353, y + 4, 6)]),
    ...laces(488, 632, 5, 50, laceColour),
    panel('M262 902 C286 908 316 908 340 902 L336 944 C312 950 288 950 264 944 Z', {
      cloth: 'second',
      level: 5.6,
    }),
  ];
  const side: Piece[] = [
    panel('M112 650 C106 690 108 720 132 728 C300 738 600 738 762 730 C790 726 796 700 792 650 Z', {
      cloth: 'sole',
      level: 4,
    }),
    line('groove', 'M114 690 C300 704 600 704 792 690', { width: 2 }),
    panel(
      'M116 656 C110 606 150 566 222 544 C300 520 356 470 406 430 C440 402 470 396 500 404 C540 414 570 424 610 422 C660 420 706 408 746 388 C772 396 780 440 782 480 C786 540 792 600 792 652 C600 674 300 682 116 656 Z',
      { level: 5 },
    ),
    panel('M116 656 C110 606 150 566 222 544 C240 580 246 630 238 668 C190 668 150 662 116 656 Z', {
      cloth: 'second',
      level: 5.8,
    }),
    panel('M406 430 C440 402 470 396 500 404 L474 566 L350 566 L312 512 Z', { cloth: 'second', level: 6 }),
    panel('M746 388 C772 396 780 440 782 480 L788 590 C760 584 730 576 712 560 L700 408 Z', {
      cloth: 'second',
      level: 6,
    }),
    ...stitch(
      'M230 546 C248 580 254 630 246 668',
      'M322 508 L356 556 L466 556 L490 410',
      'M708 410 L720 556 C738 570 762 578 786 582',
    ),
    ...(stripes
      ? [0, 44, 88].map((dx) =>
          panel(`M${500 + dx} 440 L${526 + dx} 440 L${566 + dx} 664 L${536 + dx} 664 Z`, {
            cloth: 'second',
            level: 5.6,
          }),
        )
      : []),
    ...rows(0, 4, 5).map((i) =>
      line('lace', `M${326 + i * 34} ${500 - i * 22} L${362 + i * 30} ${542 - i * 24}`, {
        width: 9,
        colour: laceColour,
      }),
    ),
  ];
  return shoe(left, side, SPOTS);
}

/** A leather shoe with laces, or a loafer with a strap. */
export function leatherShoe({ loafer = false }: { loafer?: boolean } = {}): Cut {
  const apron =
    'M298 262 C252 266 232 330 232 420 C232 500 240 560 246 640 L352 640 C360 560 368 500 366 410 C362 320 344 260 298 262 Z';
  const left: Piece[] = [
    panel(SOLE, { cloth: 'sole', level: 2 }),
    line('stitch', SOLE, { colour: '#b89a6a', width: 2 }),
    panel(UPPER),
    ...(loafer
      ? [
          panel(apron, { level: 5, tone: 0.03 }),
          ...stitch(apron),
          panel('M208 520 C260 500 340 500 392 516 L390 596 C340 584 260 584 214 600 Z', { level: 6.2 }),
          panel('M252 540 C280 532 320 532 350 540 L344 562 C318 556 284 556 258 562 Z', {
            level: 5.2,
            tone: -0.5,
          }),
        ]
      : [
          ...seam('M200 440 C262 400 334 400 396 436'),
          ...stitch('M200 450 C262 410 334 410 396 446', 'M199 432 C262 392 334 392 396 428'),
          panel('M262 470 L342 470 L356 660 L248 660 Z', { level: 4.4, tone: -0.08 }),
          panel('M262 456 C270 470 270 500 266 660 L224 676 C224 600 214 520 206 478 Z', { level: 5.6 }),
          panel('M340 456 C332 470 332 500 336 660 L380 676 C382 600 388 520 394 478 Z', { level: 5.6 }),
          ...rows(500, 630, 4).flatMap((y) => [dot('eyelet', 252, y, 5), dot('eyelet', 350, y + 4, 5)]),
          ...laces(498, 628, 4, 48, '#2a211a'),
        ]),
    ...insole,
  ];
  const side: Piece[] = [
    panel('M110 664 C108 690 116 708 140 712 L560 716 L566 740 L786 740 L790 664 Z', {
      cloth: 'sole',
      level: 4,
    }),
    ...stitch('M116 672 C300 684 600 684 788 672'),
    panel(
      'M114 664 C106 612 150 574 230 554 C320 530 372 474 420 444 C460 424 500 440 560 446 C640 450 700 430 750 404 C776 420 784 460 784 510 C788 570 790 620 790 662 C600 682 300 688 114 664 Z',
      { level: 5 },
    ),
    ...(loafer
      ? [
          panel('M300 520 C330 500 360 476 390 458 L470 640 C470 660 440 674 400 676 Z', { level: 6 }),
          ...stitch('M176 590 C230 560 300 560 340 540', 'M312 520 L408 668'),
        ]
      : [
          ...seam('M296 528 C330 570 330 630 316 676'),
          ...stitch('M306 524 C340 570 340 630 326 676'),
          panel('M420 444 C460 424 500 440 530 444 L500 580 L380 580 L346 506 Z', { level: 6 }),
          ...rows(0, 3, 4).map((i) =>
            line('lace', `M${362 + i * 34} ${506 - i * 18} L${394 + i * 28} ${546 - i * 20}`, {
              width: 7,
              colour: '#2a211a',
            }),
          ),
        ]),
    ...seam('M640 448 C650 520 640 600 650 674'),
  ];
  return shoe(left, side, SPOTS);
}

/** A laced boot; `zip` closes one at the side instead. */
export function boot({ zip = false }: { zip?: boolean } = {}): Cut {
  const left: Piece[] = [
    panel(SOLE, { cloth: 'sole', level: 2 }),
    line('stitch', SOLE, { colour: '#b89a6a', width: 2 }),
    panel(UPPER),
    ...seam('M198 440 C262 396 334 396 396 436'),
    ...stitch('M198 450 C262 406 334 406 396 446'),
    panel(
      'M226 560 C216 700 208 800 216 850 C224 916 256 944 298 944 C340 944 374 916 382 850 C388 800 382 700 376 560 C340 540 262 540 226 560 Z',
      { level: 7, tone: 0.03 },
    ),
    panel(
      'M250 640 C300 620 320 622 352 640 C364 700 366 800 352 880 C330 912 270 912 250 880 C236 800 238 700 250 640 Z',
      { cloth: 'lining', level: 2, tone: -0.3 },
    ),
    label('woven', 300, 820, 56, 30),
    ...(zip
      ? []
      : [
          panel('M266 440 L336 440 L346 640 L256 640 Z', { level: 5, tone: -0.1 }),
          panel('M264 430 C272 470 268 540 262 650 L232 664 C234 600 226 520 214 470 Z', { level: 7.4 }),
          panel('M338 430 C330 470 334 540 342 650 L370 664 C370 600 378 520 386 470 Z', { level: 7.4 }),
          ...rows(456, 630, 6).flatMap((y) => [dot('eyelet', 254, y, 6), dot('eyelet', 350, y + 3, 6)]),
          ...laces(454, 628, 6, 48, '#3a2c1e'),
        ]),
  ];
  const side: Piece[] = [
    panel('M110 700 C108 728 116 744 140 748 L540 752 L546 780 L780 780 L786 700 Z', {
      cloth: 'sole',
      level: 4,
    }),
    ...stitch('M116 708 C300 720 600 720 784 708'),
    panel(
      'M114 700 C104 640 150 604 230 588 C330 566 400 520 424 470 C440 420 446 360 446 296 C540 286 660 286 748 300 C756 420 752 480 762 540 C776 600 786 650 786 698 C600 716 300 722 114 700 Z',
      { level: 5 },
    ),
    ...(zip
      ? [
          line('zip', 'M600 306 L592 640'),
          panel('M512 300 L560 298 L590 520 L540 560 Z', { level: 5.4, tone: -0.14 }),
        ]
      : [
          panel(
            'M446 296 L520 292 L506 560 L400 590 L356 552 C400 528 420 490 424 470 C440 420 446 360 446 296 Z',
            { level: 6 },
          ),
          ...stitch('M508 298 L496 552 L402 580'),
          ...rows(0, 5, 6).flatMap((i) => [
            line('lace', `M${444 - i * (i > 3 ? 14 : 3)} ${316 + i * 46} L${492 - i * 5} ${330 + i * 44}`, {
              width: 8,
              colour: '#3a2c1e',
            }),
            dot('eyelet', 490 - i * 5, 330 + i * 44, 6),
          ]),
        ]),
    ...seam('M300 570 C340 610 340 660 326 712', 'M640 292 C640 420 650 560 662 706'),
    ...stitch('M310 566 C350 610 350 660 336 712', 'M450 312 C540 302 660 302 748 314'),
    panel('M690 284 L720 284 L724 330 L694 330 Z', { level: 7 }),
  ];
  return shoe(left, side, SPOTS);
}
