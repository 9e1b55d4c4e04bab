import { type Cut, dot, label, line, type Piece, panel, part, place, seam, stitch } from '../cut.ts';
import { across, symmetric } from '../path.ts';
import { both } from './frames.ts';

/** A belt, folded once. */
export function belt(): Cut {
  const strap =
    'M190 480 L640 480 C812 480 812 720 640 720 L196 720 L160 690 L196 660 L640 660 C724 660 724 540 640 540 L190 540 Z';
  const front: Piece[] = [
    panel(strap, { grain: 90 }),
    ...stitch(
      'M196 488 L640 488 C800 488 800 712 640 712 L200 712',
      'M196 532 L640 532 C734 532 734 668 640 668 L204 668',
    ),
    ...[250, 300, 350, 400, 450].map((x) => dot('eyelet', x, 690, 6)),
    panel('M300 470 L336 470 L336 550 L300 550 Z', { level: 6 }),
    part('M238 464 L150 464 C138 464 132 472 132 484 L132 538 C132 550 140 556 150 556 L238 556', {
      level: 9,
      stroke: 13,
      colour: '#b9935a',
    }),
    part('M236 466 L236 554', { level: 9, stroke: 10, colour: '#b9935a' }),
    part('M236 510 L128 508', { level: 10, stroke: 8, colour: '#c7a56c' }),
    label('leather', 560, 510, 90, 30),
  ];
  return {
    front: place(front, [0, 0], -28),
    back: place(front.slice(0, 2), [0, 20], 24),
    hang: 'still',
    puff: 5,
    spots: [
      { name: 'buckle', x: 245, y: 690, zoom: 2.4 },
      { name: 'holes', x: 420, y: 760, zoom: 2.4 },
    ],
  };
}

/** A knitted cap with a turned-up edge. */
export function beanie(): Cut {
  const front: Piece[] = [
    panel(symmetric('M450 300 C330 304 236 400 222 640 L226 680 L450 700'), { cloth: 'rib' }),
    ...both('M424 304 C380 380 350 500 340 660').map((d) => line('groove', d, { width: 3 })),
    panel(symmetric('M450 640 C360 640 280 634 212 624 L204 800 C280 816 360 822 450 822'), {
      cloth: 'rib',
      level: 6,
    }),
    label('woven', 450, 730, 78, 44),
  ];
  return {
    front,
    back: front.slice(0, 4),
    hang: 'still',
    puff: 42,
    spots: [{ name: 'label', x: 450, y: 700, zoom: 2.4 }],
  };
}

const fringe = (from: number, to: number, y: number, slope: number, colour: string): Piece[] =>
  Array.from({ length: 15 }, (_, i) => {
    const x = from + ((to - from) * (i + 0.5)) / 15;
    const lean = ((i * 37) % 11) - 5;
    return line(
      'cord',
      `M${x} ${y + slope * i} C${x + lean} ${y + slope * i + 26} ${x - lean} ${y + slope * i + 44} ${x + lean * 1.4} ${y + slope * i + 66}`,
      { width: 5, colour },
    );
  });

/** A scarf with fringes, hung over itself. */
export function scarf({ fringeColour = '#8c857a' }: { fringeColour?: string } = {}): Cut {
  const under =
    'M470 200 C560 196 640 220 664 300 C676 500 650 760 640 930 L466 940 C476 760 480 520 452 340 Z';
  const over =
    'M236 330 C230 250 330 190 470 200 C560 206 640 240 664 300 C560 300 470 320 440 400 C428 600 440 820 446 1000 L252 1006 C246 780 250 520 236 330 Z';
  const front: Piece[] = [
    ...fringe(472, 634, 934, -0.5, fringeColour),
    panel(under, { level: 3, grain: -3 }),
    ...fringe(260, 440, 1000, -0.4, fringeColour),
    panel(over, { level: 6, grain: 2 }),
    label('woven', 384, 940, 70, 34, -2),
  ];
  return {
    front,
    back: front.slice(0, -1),
    hang: 'coat',
    spots: [
      { name: 'fringe', x: 360, y: 960, zoom: 2.2 },
      { name: 'cloth', x: 370, y: 520, zoom: 2.5 },
    ],
  };
}

/** A cap with a brim. */
export function cap(): Cut {
  const front: Piece[] = [
    panel(symmetric('M450 330 C330 332 236 430 224 620 C300 660 380 672 450 672')),
    ...seam('M450 334 L450 668', ...both('M430 336 C350 400 320 520 326 650')),
    ...stitch('M458 336 L458 668', 'M442 336 L442 668', ...both('M438 338 C360 404 330 520 336 652')),
    panel(symmetric('M450 664 C370 664 290 648 230 602 C206 656 222 726 280 764 C336 796 392 804 450 804'), {
      level: 7,
    }),
    ...stitch(
      across('M228 640 C290 676 370 692 450 692'),
      across('M234 672 C296 706 372 720 450 720'),
      across('M248 706 C306 738 376 750 450 750'),
      across('M276 744 C330 772 388 780 450 780'),
    ),
    dot('button', 450, 334, 13),
    dot('eyelet', 370, 450, 6),
    dot('eyelet', 530, 450, 6),
    label('woven', 450, 540, 96, 54),
  ];
  return {
    front,
    back: front.filter((piece) => piece.kind !== 'label'),
    hang: 'still',
    puff: 40,
    spots: [{ name: 'brim', x: 400, y: 650, zoom: 2.2 }],
  };
}

/** A long wallet. */
export function wallet(): Cut {
  const front: Piece[] = [
    panel(symmetric('M450 380 L262 380 C246 380 238 390 238 404 L238 790 C238 806 248 814 262 814 L450 814')),
    ...stitch(
      symmetric('M450 392 L268 392 C256 392 250 398 250 408 L250 786 C250 796 258 802 268 802 L450 802'),
    ),
    panel(symmetric('M450 376 L262 376 C246 376 238 386 238 400 L238 560 C300 612 390 620 450 620'), {
      level: 6,
    }),
    ...stitch(across('M250 400 L250 552 C306 598 390 606 450 606')),
    dot('snap', 450, 584, 16),
    label('leather', 450, 470, 120, 44),
  ];
  return {
    front: place(front, [0, 0], -12),
    back: place(front.slice(0, 2), [0, 0], 10),
    hang: 'still',
    puff: 10,
    spots: [{ name: 'snap', x: 450, y: 560, zoom: 2.4 }],
  };
}
