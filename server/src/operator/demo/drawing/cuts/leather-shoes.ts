import { type Cut, dot, line, type Piece, panel, seam, stitch } from '../cut.ts';
import { insole, laces, rows, SOLE, SPOTS, shoe, UPPER } from './pair.ts';

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
