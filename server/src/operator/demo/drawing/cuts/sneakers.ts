import { type Cut, dot, line, type Piece, panel, stitch } from '../cut.ts';
import { insole, laces, rows, SOLE, SPOTS, shoe, UPPER } from './pair.ts';

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
