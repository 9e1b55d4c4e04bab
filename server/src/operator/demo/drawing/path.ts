/** A point in garment units: the garment lies on a field of 900 × 1200 of them, one being about a millimetre. */
export type Point = readonly [x: number, y: number];
/** The two control points and the end of a cubic curve. */
export type Curve = readonly [Point, Point, Point];
export interface Path {
  start: Point;
  curves: Curve[];
  isClosed: boolean;
}

const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];
const line = (a: Point, b: Point): Curve => [between(a, b, 1 / 3), between(a, b, 2 / 3), b];
const quadratic = (a: Point, c: Point, b: Point): Curve => [between(a, c, 2 / 3), between(b, c, 2 / 3), b];

function toPoints(numbers: string): Point[] {
  const values = (numbers.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const points: Point[] = [];
  for (let i = 0; i + 1 < values.length; i += 2) points.push([values[i] ?? 0, values[i + 1] ?? 0]);
  return points;
}

/** Reads one outline written with absolute `M L Q C Z`; straight lines become curves, so that all of it can bend. */
export function readPath(d: string): Path {
  let start: Point = [0, 0];
  let at: Point = start;
  const curves: Curve[] = [];
  for (const [, command, numbers = ''] of d.matchAll(/([MLQC])([^MLQCZ]*)/g)) {
    const points = toPoints(numbers);
    const take = () => points.shift() ?? at;
    if (command === 'M') start = at = take();
    while (points.length > 0) {
      const curve: Curve =
        command === 'C'
          ? [take(), take(), take()]
          : command === 'Q'
            ? quadratic(at, take(), take())
            : line(at, take());
      curves.push(curve);
      at = curve[2];
    }
  }
  const isClosed = d.trimEnd().endsWith('Z');
  if (isClosed && (at[0] !== start[0] || at[1] !== start[1])) curves.push(line(at, start));
  return { start, curves, isClosed };
}

const tidy = (v: number) => Math.round(v * 10) / 10;
const written = ([x, y]: Point) => `${tidy(x)} ${tidy(y)}`;

export const writePath = ({ start, curves, isClosed }: Path): string =>
  `M${written(start)}${curves.map((curve) => `C${curve.map(written).join(' ')}`).join('')}${isClosed ? 'Z' : ''}`;

export const mapPath = ({ start, curves, isClosed }: Path, move: (p: Point) => Point): Path => ({
  start: move(start),
  curves: curves.map(([a, b, c]) => [move(a), move(b), move(c)]),
  isClosed,
});

/** The field that a garment lies on, and its middle, about which garments are symmetrical. */
export const FIELD_WIDTH = 900;
export const FIELD_HEIGHT = 1200;
export const MIDDLE = FIELD_WIDTH / 2;
const flip = ([x, y]: Point): Point => [2 * MIDDLE - x, y];

/** The same outline on the other side. */
export const mirror = (d: string): string => writePath(mapPath(readPath(d), flip));

function reverse({ start, curves }: Path): Path {
  const back: Curve[] = [];
  let end = start;
  for (const [a, b, c] of curves) {
    back.unshift([b, a, end]);
    end = c;
  }
  return { start: end, curves: back, isClosed: false };
}

/** A closed outline from its left half, drawn from the middle at the top to the middle at the bottom. */
export function symmetric(leftHalf: string): string {
  const left = readPath(leftHalf);
  const right = mapPath(reverse(left), flip);
  return writePath({ start: left.start, curves: [...left.curves, ...right.curves], isClosed: true });
}

/** An open line from its left half, drawn outwards in to the middle. */
export function across(leftHalf: string): string {
  const left = readPath(leftHalf);
  const right = mapPath(reverse(left), flip);
  return writePath({ start: left.start, curves: [...left.curves, ...right.curves], isClosed: false });
}

function halves(from: Point, [a, b, c]: Curve): [Curve, Curve] {
  const [ab, bc, cd] = [between(from, a, 0.5), between(a, b, 0.5), between(b, c, 0.5)];
  const [abc, bcd] = [between(ab, bc, 0.5), between(bc, cd, 0.5)];
  const middle = between(abc, bcd, 0.5);
  return [
    [ab, abc, middle],
    [bcd, cd, c],
  ];
}

/** The same outline in shorter curves, so that a field of displacement can bend it. */
export function subdivide({ start, curves, isClosed }: Path): Path {
  const finer: Curve[] = [];
  let from = start;
  for (const curve of curves) {
    finer.push(...halves(from, curve));
    from = curve[2];
  }
  return { start, curves: finer, isClosed };
}

/** Points along the path, `perCurve` to each curve, the start first. */
export function pointsAlong({ start, curves }: Path, perCurve: number): Point[] {
  const points: Point[] = [start];
  let from = start;
  for (const [a, b, c] of curves) {
    for (let i = 1; i <= perCurve; i += 1) {
      const t = i / perCurve;
      const s = 1 - t;
      const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const;
      const sum = (k: 0 | 1) =>
        weights[0] * from[k] + weights[1] * a[k] + weights[2] * b[k] + weights[3] * c[k];
      points.push([sum(0), sum(1)]);
    }
    from = c;
  }
  return points;
}

/** An outline moved, and turned by `degrees` about the middle of the field. */
export function moved(d: string, by: Point, degrees = 0): string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [cx, cy] = [MIDDLE, FIELD_HEIGHT / 2];
  return writePath(
    mapPath(readPath(d), ([x, y]) => [
      cx + (x - cx) * cos - (y - cy) * sin + by[0],
      cy + (x - cx) * sin + (y - cy) * cos + by[1],
    ]),
  );
}
