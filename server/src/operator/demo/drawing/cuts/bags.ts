import { type Cut, dot, label, line, type Piece, panel, part, seam, stitch } from '../cut.ts';
import { across, symmetric } from '../path.ts';
import { both } from './frames.ts';

const strap = (x1: number, x2: number, top: number, foot: number, width: number): string => {
  const [a, b] = [x1 + width, x2 - width];
  return `M${x1} ${foot} C${x1 - 10} ${top} ${x2 + 10} ${top} ${x2} ${foot} L${b} ${foot} C${b} ${top + width * 1.6} ${a} ${top + width * 1.6} ${a} ${foot} Z`;
};

/** A tote with two handles. */
export function tote(): Cut {
  const body = symmetric('M450 470 L196 464 C190 640 180 860 172 1010 C260 1034 360 1040 450 1040');
  const handles = (level: number, foot: number, top: number) =>
    panel(strap(312, 588, top, foot, 34), { cloth: 'trim', level });
  const front: Piece[] = [
    handles(2, 520, 90),
    panel(symmetric('M450 456 L204 452 L204 500 L450 512'), { tone: -0.3, level: 1.4, cloth: 'lining' }),
    panel(body),
    ...stitch(across('M196 500 L450 506'), across('M196 484 L450 490')),
    ...seam(across('M176 920 C260 940 360 946 450 946')),
    panel(symmetric('M450 946 C360 946 260 940 176 920 L172 1010 C260 1034 360 1040 450 1040'), {
      cloth: 'second',
      level: 4.6,
    }),
    ...stitch(across('M177 932 C260 952 360 958 450 958')),
    panel(`${strap(300, 600, 150, 640, 34)}`, { cloth: 'trim', level: 6 }),
    ...stitch(
      'M306 560 L330 560 L330 634 L306 634 L306 560 L330 634',
      'M570 560 L594 560 L594 634 L570 634 L570 560 L594 634',
    ),
    label('leather', 450, 600, 110, 56),
  ];
  const back: Piece[] = front.filter((piece) => piece.kind !== 'label');
  return {
    front,
    back,
    hang: 'still',
    puff: 14,
    spots: [
      { name: 'handle', x: 380, y: 560, zoom: 2 },
      { name: 'base', x: 330, y: 930, zoom: 2.2 },
    ],
  };
}

/** A rounded shoulder bag that closes with a zip. */
export function shoulderBag(): Cut {
  const body = symmetric('M450 560 C360 556 270 540 190 506 C156 640 190 860 450 884');
  const front: Piece[] = [
    panel(
      'M196 540 C190 300 300 150 450 150 C600 150 710 300 704 540 L672 540 C676 330 580 186 450 186 C320 186 224 330 228 540 Z',
      { cloth: 'trim', level: 3 },
    ),
    panel(body),
    ...both('M190 506 C176 560 178 640 206 720 L250 700 C226 640 222 580 232 524 Z').map((d) =>
      panel(d, { cloth: 'trim', level: 5.2 }),
    ),
    ...stitch(...both('M238 528 C228 584 232 640 256 696'), across('M214 540 C290 566 370 576 450 578')),
    line('zip', across('M238 522 C310 544 380 552 450 554')),
    part('M430 556 C428 600 432 630 440 650 L460 650 C468 630 470 600 468 556 Z', {
      colour: '#4a3526',
      look: 'plastic',
      level: 8,
    }),
    part('M186 500 C186 476 214 470 226 488 C232 510 210 524 194 516 Z', { level: 9, stroke: 8 }),
    part('M714 500 C714 476 686 470 674 488 C668 510 690 524 706 516 Z', { level: 9, stroke: 8 }),
    ...seam(across('M206 744 C290 800 370 816 450 818')),
    label('leather', 450, 730, 92, 42),
  ];
  const back = front.filter((piece) => piece.kind !== 'label');
  return {
    front,
    back,
    hang: 'still',
    puff: 46,
    spots: [
      { name: 'zip', x: 430, y: 600, zoom: 2.1 },
      { name: 'strap', x: 240, y: 520, zoom: 2.4 },
    ],
  };
}

/** A small box with a flap and a strap to wear it across. */
export function crossbody(): Cut {
  const front: Piece[] = [
    panel(
      'M250 470 C180 330 260 130 450 120 C640 130 720 330 650 470 L626 470 C690 340 614 152 450 142 C286 152 210 340 274 470 Z',
      { cloth: 'trim', level: 2 },
    ),
    panel(symmetric('M450 440 L236 440 C220 440 214 452 214 468 L206 840 C206 866 220 876 240 876 L450 880')),
    ...stitch(symmetric('M450 866 L244 862 C226 862 220 852 220 838 L222 700')),
    panel(symmetric('M450 432 L232 432 C216 432 210 444 210 460 L214 640 C220 700 340 716 450 720'), {
      level: 6.4,
    }),
    ...stitch(across('M226 460 L229 636 C240 686 340 700 450 704')),
    part('M424 690 L476 690 L476 742 L424 742 Z', { level: 8, colour: '#b08d57' }),
    part('M442 704 L458 704 L458 728 L442 728 Z', { level: 10, colour: '#8c6c3c' }),
    dot('rivet', 252, 464, 8),
    dot('rivet', 648, 464, 8),
    label('leather', 450, 560, 120, 40),
  ];
  return {
    front,
    back: front.filter((piece) => piece.kind !== 'label' && piece.kind !== 'part'),
    hang: 'still',
    puff: 26,
    spots: [
      { name: 'clasp', x: 450, y: 690, zoom: 2.3 },
      { name: 'flap', x: 330, y: 620, zoom: 2.2 },
    ],
  };
}
