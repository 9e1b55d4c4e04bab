import type { Fold } from './cut.ts';
import { MIDDLE } from './path.ts';
import { between, type Random } from './random.ts';

/** A curve from a place in a direction, bending by `bend` of its length. */
function ray(x: number, y: number, degrees: number, length: number, bend: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length];
  const [mx, my] = [x + dx / 2 - dy * bend, y + dy / 2 + dx * bend];
  return `M${x} ${y} Q${mx} ${my} ${x + dx} ${y + dy}`;
}

interface Spray {
  at: readonly [x: number, y: number];
  degrees: readonly [from: number, to: number];
  length: readonly [from: number, to: number];
  width: readonly [from: number, to: number];
  height: number;
  count: number;
}

/** Folds that start about one place and spread over a range of directions; now and then one is a hollow. */
function spray(random: Random, { at, degrees, length, width, height, count }: Spray): Fold[] {
  return Array.from({ length: count }, (_, i) => {
    const direction = degrees[0] + ((degrees[1] - degrees[0]) * (i + between(random, 0.1, 0.9))) / count;
    const [x, y] = [at[0] + between(random, -12, 12), at[1] + between(random, -14, 14)];
    return {
      d: ray(x, y, direction, between(random, ...length), between(random, -0.16, 0.16)),
      width: between(random, ...width),
      height: height * between(random, 0.5, 1.15) * (i % 3 === 1 ? -0.7 : 1),
    };
  });
}

/** The same on both sides, each laid by another throw of the dice. */
export function bothSides(random: Random, of: Spray): Fold[] {
  const left = spray(random, of);
  const right = spray(random, {
    ...of,
    at: [2 * MIDDLE - of.at[0], of.at[1]],
    degrees: [180 - of.degrees[1], 180 - of.degrees[0]],
  });
  return [...left, ...right];
}

export const hemWaves = (
  random: Random,
  y: number,
  from: number,
  to: number,
  count: number,
  height: number,
): Fold[] =>
  Array.from({ length: count }, (_, i) => ({
    d: ray(
      from + ((to - from) * (i + between(random, 0.2, 0.8))) / count,
      y,
      -90 + between(random, -9, 9),
      between(random, 90, 260),
      between(random, -0.06, 0.06),
    ),
    width: between(random, 24, 46),
    height: height * between(random, 0.5, 1.1),
  }));

/** Slack that lies across the body where it was let down last. */
export function across(
  random: Random,
  { from, to, height, count }: { from: number; to: number; height: number; count: number },
): Fold[] {
  return Array.from({ length: count }, (_, i) => {
    const y = from + ((to - from) * (i + between(random, 0.2, 0.8))) / count;
    const leftwards = random() < 0.5;
    return {
      d: ray(
        leftwards ? between(random, 520, 660) : between(random, 240, 380),
        y,
        (leftwards ? 180 : 0) + between(random, -22, 22),
        between(random, 150, 330),
        between(random, -0.12, 0.12),
      ),
      width: between(random, 26, 54),
      height: height * between(random, 0.5, 1.2),
    };
  });
}
