/** How many letters a text may differ by and still be meant: one up to five letters, else two. */
export const errorsAllowed = (length: number): number => (length <= 5 ? 1 : 2);

/**
 * How many letters must be changed, added, dropped or swapped with their neighbour to turn one text into the other;
 * `max + 1` when that many do not do.
 */
export function editDistance(one: string, other: string, max: number): number {
  const tooFar = max + 1;
  if (Math.abs(one.length - other.length) > max) return tooFar;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const at = (of: number[], index: number): number => of[index] ?? tooFar;
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) > max) return tooFar;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[other.length] ?? tooFar, tooFar);
}
