import { type Cut, label, line, mirrored, type Piece, panel, place } from '../cut.ts';

/** A left shoe from above, its toe up. */
export const SOLE =
  'M286 196 C226 200 186 270 178 372 C174 450 200 520 206 604 C208 700 190 780 200 856 C208 930 248 960 298 960 C348 960 388 930 396 856 C404 780 396 700 400 604 C406 516 418 440 408 352 C398 256 350 192 286 196 Z';
export const UPPER =
  'M288 210 C236 214 200 280 193 376 C190 452 214 522 220 604 C222 700 206 780 214 850 C222 916 256 944 298 944 C340 944 374 916 382 850 C390 780 382 700 386 604 C391 516 402 440 393 358 C384 268 344 206 288 210 Z';
const MOUTH =
  'M302 640 C346 640 362 690 360 770 C358 852 340 902 300 902 C258 902 240 852 238 770 C236 690 256 640 302 640 Z';

export const rows = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

export const laces = (from: number, to: number, count: number, reach: number, colour: string): Piece[] => [
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

export const insole = [
  panel(MOUTH, { cloth: 'lining', level: 1, tone: -0.12 }),
  label('woven', 300, 842, 62, 34),
];

/** Both shoes from one. */
const pair = (shoe: Piece[]): Piece[] => [
  ...place(shoe, [-10, 6], -3),
  ...mirrored(place(shoe, [-10, 22], -1)),
];

export const shoe = (left: Piece[], side: Piece[], spots: Cut['spots']): Cut => ({
  front: pair(left),
  back: [...place(side, [10, -190]), ...mirrored(place(side, [-6, 190]))],
  hang: 'still',
  puff: 30,
  spots,
});

export const SPOTS = [
  { name: 'toe', x: 300, y: 380, zoom: 2 },
  { name: 'insole', x: 300, y: 800, zoom: 2.3 },
];
