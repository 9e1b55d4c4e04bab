import { type Cut, dot, label, line, type Piece, panel, seam, stitch } from '../cut.ts';
import { laces, rows, SOLE, SPOTS, shoe, UPPER } from './pair.ts';

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
